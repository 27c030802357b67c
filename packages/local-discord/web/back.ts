/** The functions that close what is open over the page, in the order in which it was opened. */
const open = new Set<() => void>();

/** True between a call of `history.go` and its event. */
let isLeaving = false;

/** Makes the browser's Back call `close` while there is something to close. `close` must stay the same function. */
export function closeOnBack(close: () => void, isOpen: boolean): void {
	if (isOpen) open.add(close);
	else open.delete(close);
	matchHistory();
}

/** How many entries of the browser's history stand for something open. A reload keeps them, but closes all of it. */
function entries(): number {
	return Number(history.state);
}

function matchHistory(): void {
	if (isLeaving) return;
	while (entries() < open.size) history.pushState(entries() + 1, '');
	isLeaving = entries() > open.size;
	if (isLeaving) history.go(open.size - entries());
}

addEventListener('popstate', () => {
	// What opens before the event of an entry's removal isn't closed by it.
	const leftOver = isLeaving ? [] : [...open].slice(entries());
	isLeaving = false;
	for (const close of leftOver) {
		open.delete(close);
		close();
	}
	matchHistory();
});
