import type ts from 'typescript';

/** `error`: the program does something that nobody wants. `warning`: it may well. */
export type Level = 'error' | 'warning';

/** One mistake, at one place. */
export interface Finding {
  /** Path as the compiler has it: absolute, with `/`. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1, in UTF-16 units. */
  readonly column: number;
  readonly rule: string;
  readonly level: Level;
  /** What is wrong, naming class and member where there are any. */
  readonly message: string;
  readonly cure: string;
}

/** Notes a mistake at a node. `level` is the rule's own unless said. */
export type Report = (node: ts.Node, message: string, cure: string, level?: Level) => void;

/** The finding at a place of a file. */
export function findingAt(
  source: ts.SourceFile,
  position: number,
  finding: Omit<Finding, 'file' | 'line' | 'column'>,
): Finding {
  const { line, character } = source.getLineAndCharacterOfPosition(position);
  return { file: source.fileName, line: line + 1, column: character + 1, ...finding };
}
