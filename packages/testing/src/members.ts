/** A JSON object as it came, or as it will be sent. */
export type Members = Readonly<Record<string, unknown>>;
