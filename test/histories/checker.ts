// Wing and Gong's search for a linearization (Testing and Verifying Concurrent Objects, 1993), which skips combinations
// of completed operations and state that it has seen (Lowe, Testing for Linearizability, 2017).

/** One operation on one register. Times are ticks of a clock that all processes share. */
export interface Operation<Input> {
	readonly process: string;
	readonly input: Input;
	readonly calledAt: number;
	readonly returnedAt: number;
	readonly output: string;
}

/** How the register behaves when an operation is applied. */
export interface Model<State, Input> {
	readonly initial: State;
	step(state: State, input: Input): { readonly output: string; readonly next: State };
	/** Equal only for equal states. */
	keyOf(state: State): string;
}

/** An explainable history needs far fewer steps. */
const maxConfigurations = 300_000;

/** True if the operations can have taken effect one after the other, each between its call and its return. */
export function isLinearizable<State, Input>(
	model: Model<State, Input>,
	history: readonly Operation<Input>[],
	most = maxConfigurations,
): boolean | 'undecided' {
	const operations = history.toSorted((one, other) => one.calledAt - other.calledAt);
	const done = new Uint8Array(operations.length);
	const seen = new Set<string>();
	/** Each step of the search: how it was reached, and the possible next operations. */
	const places = [{ by: -1, moves: movesFrom(model, operations, done, model.initial) }];
	for (;;) {
		if (places.length > operations.length) return true;
		const here = places.at(-1);
		if (here === undefined) return false;
		const move = here.moves.next();
		if (move.done) {
			places.pop();
			if (here.by >= 0) done[here.by] = 0;
			continue;
		}
		const [by, next] = move.value;
		done[by] = 1;
		const key = `${String.fromCharCode(...done)}${model.keyOf(next)}`;
		if (seen.has(key)) {
			done[by] = 0;
			continue;
		}
		if (seen.size >= most) return 'undecided';
		seen.add(key);
		places.push({ by, moves: movesFrom(model, operations, done, next) });
	}
}

/**
 * The operations that can come next: those called before any other remaining one had returned. Sorted by return time,
 * since the earliest is usually right.
 */
function* movesFrom<State, Input>(
	model: Model<State, Input>,
	operations: readonly Operation<Input>[],
	done: Uint8Array,
	state: State,
): Generator<readonly [operation: number, next: State], undefined> {
	const open: { readonly index: number; readonly operation: Operation<Input> }[] = [];
	let horizon = Number.POSITIVE_INFINITY;
	for (const [index, operation] of operations.entries()) {
		if (operation.calledAt > horizon) break;
		if (done[index] === 1) continue;
		open.push({ index, operation });
		horizon = Math.min(horizon, operation.returnedAt);
	}
	open.sort((one, other) => one.operation.returnedAt - other.operation.returnedAt);
	for (const { index, operation } of open) {
		const { output, next } = model.step(state, operation.input);
		if (output === operation.output) yield [index, next];
	}
}
