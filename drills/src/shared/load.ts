import { type FlowPlan, type FlowReport, goThrough } from './flow.js';
import { connected } from './official-client.js';
import type { Undo } from './undo.js';

export interface LoadOptions {
  readonly url: URL;
  /** How many clients there are, each with one flow at a time. */
  readonly clients: number;
  /** The next flow, for whichever client is free; `undefined` when there are to be no more. */
  readonly next: () => FlowPlan | undefined;
  readonly onLast?: () => void;
  readonly onEnd?: (report: FlowReport) => void;
}

/** Lets clients go through flows until there are no more, and reports on all of them. */
export async function load(
  undo: Undo,
  { url, clients, next, onLast, onEnd }: LoadOptions,
): Promise<readonly FlowReport[]> {
  const reports: FlowReport[] = [];
  const one = async (): Promise<void> => {
    const client = await connected(url);
    undo(() => client.close());
    for (let plan = next(); plan !== undefined; plan = next()) {
      const report = await goThrough(client, plan, onLast);
      reports.push(report);
      onEnd?.(report);
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  return reports;
}
