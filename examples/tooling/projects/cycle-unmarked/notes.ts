import { injectable } from '@countersign/core';
import { Audit } from './audit.js';

@injectable()
export class Notes {
  constructor(readonly audit: Audit) {}
  delete() {
    return 'Deleted a.';
  }
}
