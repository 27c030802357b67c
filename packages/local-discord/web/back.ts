/** One closing function per open form, drawer or menu, in the order in which they were opened. */
const open = new Set<() => void>();

/** True between a call of `history.go` and its event. */
let isLeaving = false;

/** Makes the browser's Back call `close` while `isOpen`. A form, drawer or menu always passes the same function. */
export function closeOnBack(close: () => void, isOpen: boolean): void {
	if (isOpen) open.add(close);
	else open.delete(close);
	matchHistory();
}

/** The number of history entries added for open things. A reload keeps the entries, but closes everything. */
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
	// If this page went back itself, nothing is left to close, and something may have opened meanwhile.
	const leftOver = isLeaving ? [] : [...open].slice(entries());
	isLeaving = false;
	for (const close of leftOver) {
		open.delete(close);
		close();
	}
	matchHistory();
});
