const gap = 4;
const margin = 8;
const least = { width: 240, height: 200 };
const maxHeight = 400;

/** The frame that an element stands in: what it opens stays within it. */
export function frameOf(element: Element): Element {
	return element.closest('.device, .phone') ?? document.documentElement;
}

/**
 * Places a popup in the top layer above or below an element, or a place, wherever there is more room for it within the
 * element's frame.
 */
export function placePopup(
	popup: HTMLElement,
	beside: Element,
	at: Pick<DOMRect, 'top' | 'bottom' | 'left' | 'width'> = beside.getBoundingClientRect(),
): void {
	const room = visibleRoom(frameOf(beside));
	const width = Math.min(Math.max(at.width, least.width), room.right - room.left - 2 * margin);
	const left = Math.max(room.left + margin, Math.min(at.left, room.right - margin - width));
	const above = at.top - room.top - gap - margin;
	const below = room.bottom - at.bottom - gap - margin;
	const isAbove = below < Math.min(popup.scrollHeight, least.height) && above > below;
	const height = Math.max(80, Math.min(isAbove ? above : below, maxHeight));
	const { style } = popup;
	style.width = `${width}px`;
	style.left = `${left}px`;
	style.maxHeight = `${height}px`;
	style.top = isAbove ? 'auto' : `${at.bottom + gap}px`;
	style.bottom = isAbove ? `${window.innerHeight - at.top + gap}px` : 'auto';
}

/** Calls `place` now, and whenever something scrolls or changes its size. The returned function ends it. */
export function keepPlaced(place: () => void): () => void {
	place();
	const ending = new AbortController();
	const options = { capture: true, passive: true, signal: ending.signal };
	window.addEventListener('scroll', place, options);
	window.addEventListener('resize', place, options);
	return () => ending.abort();
}

/** Scrolls the list, and nothing around it, until the row is in view. */
export function keepInView(list: Element | null, row: Element | null): void {
	if (list === null || row === null) return;
	const frame = list.getBoundingClientRect();
	const { top, bottom } = row.getBoundingClientRect();
	if (top < frame.top) list.scrollTop -= frame.top - top;
	else if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom;
}

/** The part of the frame that is on the screen. */
function visibleRoom(frame: Element): { left: number; right: number; top: number; bottom: number } {
	const { left, right, top, bottom } = frame.getBoundingClientRect();
	return {
		left: Math.max(0, left),
		right: Math.min(window.innerWidth, right),
		top: Math.max(0, top),
		bottom: Math.min(window.innerHeight, bottom),
	};
}
