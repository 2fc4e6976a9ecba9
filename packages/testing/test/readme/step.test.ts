// step.test.ts
import { step } from '@countersign/testing';
import { expect, it } from 'vitest';
import { DeleteFile, Files } from './delete-file.js';

it('asks for one word', () => {
  const confirm = step(DeleteFile, 'confirm')
    .override(Files)
    .useClass(Files)
    .with({ path: 'a.txt' });
  expect(confirm.message).toBe('Delete a.txt?');
  expect(Object.keys(confirm.fields)).toEqual(['confirm']);
});
