import type ts from 'typescript';
import type { Level, Report } from './finding.js';
import type { Box } from './read/box.js';
import type { Component } from './read/component.js';

/** What a rule may look at besides its subject. */
export interface Scene {
  readonly box: Box;
  /** Every component of the files that are checked. */
  readonly components: readonly Component[];
}

/**
 * Something that the types of TypeScript let pass. It looks at components, at files, or at both.
 */
export interface Rule {
  /** Written in the report, and in the comment that excuses a finding. */
  readonly name: string;
  readonly level: Level;
  /** One line for `--help`. */
  readonly about: string;
  readonly component?: (component: Component, scene: Scene, report: Report) => void;
  readonly file?: (source: ts.SourceFile, scene: Scene, report: Report) => void;
}
