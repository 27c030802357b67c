const pressMs = 500;
/** A finger is never quite still. */
const slack = 10;

/**
 * A finger that rests on something. Most browsers report it as a right click, Safari on iOS does not. If `open` did
 * something with it, the press is no click.
 */
export class LongPress {
	readonly #open: (target: Element, at: { x: number; y: number }) => boolean;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#from = { x: 0, y: 0 };
	#isTaken = false;

	constructor(
		frame: Element,
		open: (target: Element, at: { x: number; y: number }) => boolean,
		signal: AbortSignal,
	) {
		this.#open = open;
		const listen = (
			type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
			run: (event: PointerEvent) => void,
		) => frame.addEventListener(type, (event) => event instanceof PointerEvent && run(event), { signal });
		listen('pointerdown', (event) => this.#begin(event));
		listen('pointermove', ({ clientX: x, clientY: y }) => {
			if (Math.hypot(x - this.#from.x, y - this.#from.y) > slack) this.#end();
		});
		listen('pointerup', () => this.#end());
		listen('pointercancel', () => this.#end());
		frame.addEventListener('click', (event) => this.#swallow(event), { capture: true, signal });
		signal.addEventListener('abort', () => this.#end());
	}

	#begin({ pointerType, target, clientX: x, clientY: y }: PointerEvent): void {
		this.#end();
		this.#isTaken = false;
		if (pointerType !== 'touch' || !(target instanceof Element)) return;
		this.#from = { x, y };
		this.#timer = setTimeout(() => {
			this.#isTaken = this.#open(target, { x, y });
		}, pressMs);
	}

	#end(): void {
		clearTimeout(this.#timer);
	}

	#swallow(event: Event): void {
		if (!this.#isTaken) return;
		this.#isTaken = false;
		event.preventDefault();
		event.stopPropagation();
	}
}
