import { isRecord } from '../../json.js';
import { lookedAt } from '../../looked-at.js';

/** The message of an error that was meant for the caller. By shape, not by `instanceof`: the class may come from a second copy of this package. */
export const toolErrorMessage = (error: unknown): string | undefined =>
  lookedAt(
    () =>
      error instanceof Error &&
      error.name === 'ToolError' &&
      (error as { code?: unknown }).code === 'tool_error'
        ? String(error.message) // whatever was assigned to it
        : undefined,
    undefined,
  );

/** Whether an error says only that the caller is gone. Anything else that is thrown after a disconnect is still a mistake. */
export const saysAborted = (error: unknown, { aborted, reason }: AbortSignal): boolean =>
  aborted &&
  (error === reason || lookedAt(() => isRecord(error) && error.name === 'AbortError', false));
