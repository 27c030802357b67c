import type { PagePerson } from '../../src/page/protocol.js';
import type { Store } from '../store.js';
import { isAfter, type ReadMarks } from './read-marks.js';

/** The number of a viewer's unread messages in a channel. */
export function unreadIn(
	channelId: string,
	viewer: PagePerson,
	{ store, marks }: { readonly store: Pick<Store, 'messages'>; readonly marks: ReadMarks },
): number {
	const lastRead = marks.lastRead(viewer.userId, channelId);
	let count = 0;
	for (const { message, visibleTo } of (store.messages.get(channelId) ?? []).toReversed()) {
		if (!isAfter(message.id, lastRead)) break;
		if (visibleTo === undefined || visibleTo === viewer.userId) count += 1;
	}
	return count;
}
