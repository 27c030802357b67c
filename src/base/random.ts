/** A number in [0, 1), like `Math.random`; tests pass their own sequence. */
export type Random = () => number;
