/** How a text ends; an interface, so nothing of it is left at run time. */
export interface Closing {
  readonly mark: string;
}
