import type { Schedule } from './schedule.js';

/** A list of items as served by the shop, until the next one differs. */
export interface ServedList {
	/** The time at which it was first served, in milliseconds since the epoch. */
	readonly at: number;
	/** The version number of each listed item. */
	readonly versions: ReadonlyMap<number, number>;
	readonly isHalf: boolean;
}

/** The items that the shop lists. A version is a number: `1.4` is 4. */
export class Shelf {
	readonly versions: Map<number, number>;
	/** Items that exist, but are currently not listed. */
	readonly hidden = new Set<number>();
	/** True if it serves only half of the list. */
	isHalf = false;
	/** True if every second list is an older one that lacks an item. */
	isAlternating = false;
	/** Every list that was served, oldest first. */
	readonly served: ServedList[] = [];
	readonly #schedule: Schedule;
	#count = 0;

	constructor(schedule: Schedule, ids: Iterable<number>) {
		this.#schedule = schedule;
		this.versions = new Map([...ids].map((id) => [id, 1]));
	}

	serve(): ServedList['versions'] {
		this.#count += 1;
		const isOld = this.isAlternating && this.#count % 2 === 1;
		const all = [...this.versions].filter(([id]) => !this.hidden.has(id));
		const listed = all
			.slice(isOld ? 1 : 0, this.isHalf ? Math.floor(all.length / 2) : undefined)
			.map(([id, version]) => [id, isOld ? Math.max(1, version - 1) : version] as const);
		const list = { at: this.#schedule.time, versions: new Map(listed), isHalf: this.isHalf };
		if (!isSame(this.served.at(-1), list)) this.served.push(list);
		return list.versions;
	}
}

function isSame(one: ServedList | undefined, other: ServedList): boolean {
	return (
		one?.isHalf === other.isHalf &&
		one.versions.size === other.versions.size &&
		[...other.versions].every(([id, version]) => one.versions.get(id) === version)
	);
}

export function versionName(version: number): string {
	return `1.${version}`;
}
