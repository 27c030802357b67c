// A register as seen from outside: who called which operation, when, and what came back.

/** One operation on one register. Times are ticks of a clock that all processes share. */
export interface Operation<Input, Output> {
	readonly process: string;
	readonly input: Input;
	readonly calledAt: number;
	/** Infinity: it never returned. It may have taken effect at any time since, take effect later, or never. */
	readonly returnedAt: number;
	/** Undefined where it never returned. */
	readonly output: Output | undefined;
}

export type History<Input, Output> = readonly Operation<Input, Output>[];

/** One way in which an operation may go. */
export interface Step<State, Output> {
	readonly output: Output;
	readonly next: State;
}

/** The register's behaviour when one operation follows another. */
export interface Model<State, Input, Output> {
	readonly initial: State;
	/** Every way in which the operation may go in this state: one, unless the model leaves something open. */
	step(state: State, input: Input): readonly Step<State, Output>[];
	/** Equal for equal states alone. */
	keyOf(state: State): string;
}

export function hasReturned({ returnedAt }: Operation<unknown, unknown>): boolean {
	return returnedAt !== Number.POSITIVE_INFINITY;
}

/**
 * The history as known at that time: operations that had not returned are still pending, and later calls have not been
 * made.
 */
export function until<Input, Output>(
	history: History<Input, Output>,
	at: number,
): Operation<Input, Output>[] {
	return history
		.filter(({ calledAt }) => calledAt <= at)
		.map((each) =>
			each.returnedAt <= at ? each : { ...each, returnedAt: Number.POSITIVE_INFINITY, output: undefined },
		);
}
