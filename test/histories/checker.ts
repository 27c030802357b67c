import { type History, hasReturned, type Model, type Operation, until } from './history.js';

// Wing and Gong's search for a linearization (Testing and Verifying Concurrent Objects, 1993), which never looks twice at
// the same operations done with the same state (Lowe, Testing for Linearizability, 2017).

export type Verdict<Input, Output> =
	| { readonly kind: 'linearizable' }
	/**
	 * There is no order of the operations that the model allows. `culprit`: the one whose return can't be explained by
	 * anything that had been called by then; `prefix`: what was known when it returned.
	 */
	| {
			readonly kind: 'violated';
			readonly culprit: Operation<Input, Output>;
			readonly prefix: History<Input, Output>;
	  }
	/** The search was given up. */
	| { readonly kind: 'undecided' };

/** Far more than what a history needs that can be explained. */
const maxConfigurations = 300_000;

/** True if the operations can have taken effect one after the other, each between its call and its return. */
export function check<State, Input, Output>(
	model: Model<State, Input, Output>,
	history: History<Input, Output>,
	most = maxConfigurations,
): Verdict<Input, Output> {
	const found = search(model, history, most);
	if (found === 'too-much') return { kind: 'undecided' };
	if (found) return { kind: 'linearizable' };
	// Whatever comes later, a history that can't be explained stays so: the first such moment is found by halving.
	const returns = history.filter(hasReturned).sort((one, other) => one.returnedAt - other.returnedAt);
	let low = 0;
	let high = returns.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		const at = returns[middle]?.returnedAt ?? 0;
		if (search(model, until(history, at), most) === false) high = middle;
		else low = middle + 1;
	}
	const culprit = returns[low];
	if (culprit === undefined) throw new Error('A history in which nothing returned can always be explained');
	return { kind: 'violated', culprit, prefix: until(history, culprit.returnedAt) };
}

/** A place in the search: what can come next in this state, and what has been tried. */
interface Place<State> {
	readonly state: State;
	/** The operation that led here; -1 at the beginning. */
	readonly by: number;
	readonly moves: Iterator<readonly [operation: number, next: State]>;
}

function search<State, Input, Output>(
	model: Model<State, Input, Output>,
	history: History<Input, Output>,
	most: number,
): boolean | 'too-much' {
	const operations = [...history].sort((one, other) => one.calledAt - other.calledAt);
	const done = new Uint8Array(operations.length);
	const keyOf = remembered(model.keyOf);
	let missing = operations.filter(hasReturned).length;
	const seen = new Set<string>();

	const place = (state: State, by: number): Place<State> => ({
		state,
		by,
		moves: movesFrom({ ...model, keyOf }, operations, done, state),
	});
	const places = [place(model.initial, -1)];
	for (;;) {
		if (missing === 0) return true;
		const here = places.at(-1);
		if (here === undefined) return false;
		const move = here.moves.next();
		if (move.done) {
			places.pop();
			if (here.by >= 0) mark(here.by, 0);
			continue;
		}
		const [operation, next] = move.value;
		mark(operation, 1);
		const key = `${String.fromCharCode(...done)}${keyOf(next)}`;
		if (seen.has(key)) {
			mark(operation, 0);
			continue;
		}
		if (seen.size >= most) return 'too-much';
		seen.add(key);
		places.push(place(next, operation));
	}

	function mark(index: number, as: 0 | 1): void {
		done[index] = as;
		const operation = operations[index];
		if (operation !== undefined && hasReturned(operation)) missing += as === 1 ? -1 : 1;
	}
}

/** States are looked at again and again. */
function remembered<State>(keyOf: (state: State) => string): (state: State) => string {
	const known = new Map<State, string>();
	return (state) => {
		const key = known.get(state) ?? keyOf(state);
		known.set(state, key);
		return key;
	};
}

/**
 * The operations that can be the next one: those that were called before any other that is missing had returned. Who
 * returned first comes first, which is mostly right; what never returned comes last, and only if it changes anything.
 */
function* movesFrom<State, Input, Output>(
	model: Model<State, Input, Output>,
	operations: History<Input, Output>,
	done: Uint8Array,
	state: State,
): Generator<readonly [operation: number, next: State], undefined> {
	const open: { readonly index: number; readonly operation: Operation<Input, Output> }[] = [];
	let horizon = Number.POSITIVE_INFINITY;
	for (const [index, operation] of operations.entries()) {
		if (operation.calledAt > horizon) break;
		if (done[index] === 1) continue;
		open.push({ index, operation });
		horizon = Math.min(horizon, operation.returnedAt);
	}
	open.sort((one, other) => one.operation.returnedAt - other.operation.returnedAt);
	const key = model.keyOf(state);
	for (const { index, operation } of open) {
		for (const { output, next } of model.step(state, operation.input)) {
			const fits = hasReturned(operation) ? output === operation.output : model.keyOf(next) !== key;
			if (fits) yield [index, next];
		}
	}
}
