import type { Rule } from '../rule.js';

/** Where types are wrong, the other rules see nothing. */
export const compiles: Rule = {
  name: 'compiles',
  level: 'error',
  about: 'a file that does not compile: its types tell nothing',
  file(source, { box }, report) {
    const found = [
      ...box.program.getSyntacticDiagnostics(source),
      ...box.program.getSemanticDiagnostics(source),
    ];
    const [first] = found;
    if (first === undefined) return;
    const text = box.ts.flattenDiagnosticMessageText(first.messageText, ' ');
    const more = found.length > 1 ? `, and ${found.length - 1} more` : '';
    report(
      box.nodeAt(first.start ?? 0, source),
      `TS${first.code}: ${text.replaceAll(/\s+/g, ' ').replace(/\.$/, '')}${more}`,
      'make tsc pass first',
    );
  },
};
