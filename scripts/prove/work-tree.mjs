// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, run, StepError } from '../steps.mjs';

/** @param {readonly string[]} args */
async function git(...args) {
  const { code, output } = await run('git', args, { capture: 'silent' });
  if (code !== 0) throw new StepError(`git ${args[0]} failed:\n${output}`);
  return output.trim();
}

/**
 * Makes a work tree of what is in this one, changes included, that borrows what was installed and built here. Removed by `remove`.
 * @returns {Promise<{ path: string, remove: () => void }>}
 */
export async function workTree() {
  // Names the changes without touching anything; empty when there are none.
  const commit = (await git('stash', 'create')) || 'HEAD';
  const path = join(mkdtempSync(join(tmpdir(), 'countersign-prove-')), 'tree');
  await git('worktree', 'add', '--detach', '--quiet', path, commit);
  const manifests = (await git('ls-files', 'package.json', '*/package.json')).split('\n');
  for (const folder of manifests.map(dirname)) {
    for (const borrowed of ['node_modules', 'dist']) {
      const from = join(ROOT, folder, borrowed);
      if (existsSync(from)) symlinkSync(from, join(path, folder, borrowed), 'dir');
    }
  }
  const remove = () => {
    rmSync(dirname(path), { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: ROOT });
  };
  return { path, remove };
}
