import { DECORATED, testProject } from '../../vitest.shared.ts';

export default testProject('ledger-redis', DECORATED);
