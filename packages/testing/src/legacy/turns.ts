/** Hands out what happens in the order in which it happened, whoever waits first. */
export interface Turns<T> {
  add(turn: T): void;
  next(): Promise<T>;
}

export function turns<T>(): Turns<T> {
  const happened: T[] = [];
  const takers: ((turn: T) => void)[] = [];
  return {
    add: (turn) => {
      const taker = takers.shift();
      if (taker === undefined) happened.push(turn);
      else taker(turn);
    },
    next: () => {
      const turn = happened.shift();
      return turn === undefined
        ? new Promise((resolve) => takers.push(resolve))
        : Promise.resolve(turn);
    },
  };
}
