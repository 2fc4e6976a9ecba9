import { added } from './changes/added.js';
import { recomputed } from './changes/recomputed.js';
import { refitted } from './changes/refitted.js';
import { removed } from './changes/removed.js';
import { renamed } from './changes/renamed.js';
import { reshaped } from './changes/reshaped.js';
import { reworded } from './changes/reworded.js';
import { unchanged } from './changes/unchanged.js';
import type { Change } from './order.js';

/** Every kind of change that a deploy may bring to a component. */
export const CHANGES: readonly Change[] = [
  unchanged,
  reworded,
  refitted,
  added,
  removed,
  renamed,
  recomputed,
  reshaped,
];
