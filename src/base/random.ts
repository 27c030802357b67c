/** A number in [0, 1), as `Math.random`: tests pass a sequence of their own. */
export type Random = () => number;
