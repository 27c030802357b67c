import type { PageChannel, PageDirect, PageGuild, PageMessage, PagePerson } from '../../src/page/protocol.js';
import { type Sight, sightOf } from '../sight.js';
import type { Store } from '../store.js';
import { seenChannels } from './channel-list.js';
import { type FrameView, keyOf } from './frame-views.js';

export interface Scene {
	readonly viewer: PagePerson;
	/** Undefined if the viewer has left it, or it is deleted. */
	readonly guild: PageGuild | undefined;
	readonly directs: readonly PageDirect[];
	/** Undefined if there is nothing to see: no channel and no direct conversation. */
	readonly channelId: string | undefined;
	/** Undefined in a direct conversation. */
	readonly channel: PageChannel | undefined;
	/** The messages that the viewer sees. */
	readonly messages: readonly PageMessage[];
	readonly sight: Sight;
}

/** The visible content of a frame; undefined if its person has left. */
export function sceneOf(store: Store, view: FrameView): Scene | undefined {
	const viewer = store.people.find((person) => keyOf(person) === view.personKey);
	if (viewer === undefined) return undefined;
	const guild = viewer.isMember ? store.guilds.get(viewer.guildId) : undefined;
	const directs = store.directs.filter(({ userId }) => userId === viewer.userId);
	const channelId = shownChannel(view.channelId, guild, viewer, directs);
	const channel = guild?.channels.find(({ id }) => id === channelId);
	return {
		viewer,
		guild,
		directs,
		channelId,
		channel,
		messages: seenBy(viewer, store.messages.get(channelId ?? '') ?? []),
		sight: sightOf(store, viewer, channel === undefined ? undefined : guild),
	};
}

/** The messages of a channel that a viewer sees. */
function seenBy(viewer: PagePerson, messages: readonly PageMessage[]): readonly PageMessage[] {
	return messages.filter(({ visibleTo }) => visibleTo === undefined || visibleTo === viewer.userId);
}

function shownChannel(
	wished: string | undefined,
	guild: PageGuild | undefined,
	viewer: PagePerson,
	directs: readonly PageDirect[],
): string | undefined {
	const isDirect = directs.some(({ channelId }) => channelId === wished);
	if (isDirect) return wished;
	const seen = seenChannels(guild, viewer);
	const wanted = [wished, viewer.firstChannelId].find((wanted) => seen.some(({ id }) => id === wanted));
	return wanted ?? seen[0]?.id ?? directs[0]?.channelId;
}
