import type { PagePerson } from '../../src/page/protocol.js';

/** Whom a frame shows, and where. */
export interface FrameView {
	/** As `keyOf` gives it. */
	readonly personKey: string;
	/** A channel, thread or direct conversation; undefined is the server's first channel. */
	readonly channelId: string | undefined;
}

/** How a frame names whom it acts as: one user can be there several times, once for each server. */
export function keyOf(person: Pick<PagePerson, 'userId' | 'guildId'>): string {
	return `${person.userId}/${person.guildId}`;
}

const stored = 'frames';

/** The frames, with the cast's own people in place of missing persons: another run has other people. */
export function presentViews(
	views: readonly FrameView[],
	people: readonly PagePerson[],
	storage: Pick<Storage, 'getItem'>,
): readonly FrameView[] {
	const isThere = ({ personKey }: FrameView) => people.some((person) => keyOf(person) === personKey);
	if (views.length > 0 && views.every(isThere)) return views;
	const first = firstViews(people, storage);
	return first
		.map((view, index) => views[index] ?? view)
		.map((view, index) => (isThere(view) ? view : (first[index] ?? view)));
}

/** The frames as they were before the page was loaded anew, or the cast's first two people. */
function firstViews(people: readonly PagePerson[], storage: Pick<Storage, 'getItem'>): FrameView[] {
	const kept = readViews(storage.getItem(stored)).filter(({ personKey }) =>
		people.some((person) => keyOf(person) === personKey),
	);
	return people
		.slice(0, 2)
		.map((person, index): FrameView => kept[index] ?? { personKey: keyOf(person), channelId: undefined });
}

/** Keeps the frames for as long as the tab is open. */
export function keepViews(views: readonly FrameView[], storage: Pick<Storage, 'setItem'>): void {
	storage.setItem(stored, JSON.stringify(views));
}

function readViews(text: string | null): readonly FrameView[] {
	try {
		const read: unknown = JSON.parse(text ?? '[]');
		return Array.isArray(read) ? read.filter(isView) : [];
	} catch {
		// Not written by this page.
		return [];
	}
}

function isView(value: unknown): value is FrameView {
	return typeof value === 'object' && value !== null && 'personKey' in value;
}
