import { describe, expect, it } from 'vitest';
import { checkNode } from '../bootstrap.mjs';

describe('checkNode', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])(
    'accepts %s where 20.19.0 is wanted',
    (found) => {
      expect(() => checkNode(found, '20.19.0')).not.toThrow();
    },
  );

  it.each(['20.18.9', '18.20.0'])('refuses %s, naming both versions', (found) => {
    expect(() => checkNode(found, '20.19.0')).toThrow(
      `Node 20.19.0 or newer is needed; this is ${found}`,
    );
  });

  it('accepts the Node that runs this test by the engines of the root manifest', () => {
    expect(() => checkNode()).not.toThrow();
  });
});
