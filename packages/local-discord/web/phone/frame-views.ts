import type { PagePerson } from '../../src/page/protocol.js';

/** The person and place that a frame shows. */
export interface FrameView {
	readonly personKey: string;
	/** A channel, thread or direct conversation; undefined for the server's first channel. */
	readonly channelId: string | undefined;
}

/** The key by which a frame names its person: one user can be listed several times, once for each server. */
export function keyOf(person: Pick<PagePerson, 'userId' | 'guildId'>): string {
	return `${person.userId}/${person.guildId}`;
}

/** The frames, with the cast's first two people in place of missing ones, because another run has other people. */
export function presentViews(
	views: readonly FrameView[],
	people: readonly PagePerson[],
): readonly FrameView[] {
	const isThere = ({ personKey }: FrameView) => people.some((person) => keyOf(person) === personKey);
	return people.slice(0, 2).map((person, index) => {
		const view = views[index];
		return view !== undefined && isThere(view) ? view : { personKey: keyOf(person), channelId: undefined };
	});
}
