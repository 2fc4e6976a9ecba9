import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { check } from '../../packages/core/dist/cli/check/check.js';
import { projectsOf } from '../../packages/core/dist/cli/check/projects.js';
import { ROOT } from '../steps.mjs';

const EXAMPLES = join(ROOT, 'examples');

/** What the examples of this repository come to; those of examples/mistakes have a test of their own. */
describe('every example', () => {
  it.each(readdirSync(EXAMPLES).filter((name) => name !== 'mistakes'))(
    'is one that the check of core finds nothing in: %s',
    (name) => {
      const source = join(EXAMPLES, name, 'src');
      const paths = [existsSync(source) ? source : join(EXAMPLES, name)];
      let looked = 0;
      for (const { program, files } of projectsOf({ paths, project: undefined }, ts)) {
        const { findings, components } = check(ts, program, files);
        expect(findings).toEqual([]);
        looked += components;
      }
      expect(looked).toBeGreaterThan(0);
    },
    60_000,
  );
});
