import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PACKAGES = join(import.meta.dirname, '../../packages');

describe('the README of a package', () => {
  it.each(readdirSync(PACKAGES))('%s links only to what its tarball holds', (name) => {
    const folder = join(PACKAGES, name);
    const { files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      files: string[];
    };
    const links = [
      ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^)\s]+)\)/g),
    ].map(([, target = '']) => target);
    const shipped = (target: string) =>
      /^(https:\/\/|#)/.test(target) ||
      (files.some((part) => target.split('/')[0] === part) && existsSync(join(folder, target)));
    expect(links.filter((target) => !shipped(target))).toEqual([]);
  });
});
