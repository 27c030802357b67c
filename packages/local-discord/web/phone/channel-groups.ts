import { ChannelType } from 'discord-api-types/v10';
import type { PageChannel, PageGuild, PagePerson } from '../../src/page/protocol.js';

/** Channels below one category, or those in none; each with its threads. */
export interface ChannelGroup {
	readonly category: PageChannel | undefined;
	readonly channels: readonly { readonly channel: PageChannel; readonly threads: readonly PageChannel[] }[];
}

const threadTypes: readonly ChannelType[] = [
	ChannelType.PublicThread,
	ChannelType.PrivateThread,
	ChannelType.AnnouncementThread,
];

export function isThread({ type }: PageChannel): boolean {
	return threadTypes.includes(type);
}

export function isVoice({ type }: PageChannel): boolean {
	return type === ChannelType.GuildVoice || type === ChannelType.GuildStageVoice;
}

/** A viewer's visible channels, in Discord's order: those without a category first, voice below text. */
export function channelGroups(guild: PageGuild, viewer: PagePerson): readonly ChannelGroup[] {
	const seen = guild.channels.filter(({ id }) => !viewer.hiddenChannelIds.includes(id));
	const ordered = seen.toSorted((a, b) => Number(isVoice(a)) - Number(isVoice(b)) || a.position - b.position);
	const isCategory = ({ type }: PageChannel) => type === ChannelType.GuildCategory;
	const below = (category: PageChannel | undefined): ChannelGroup => ({
		category,
		channels: ordered
			.filter((it) => !isCategory(it) && !isThread(it) && parentOf(it) === category?.id)
			.map((channel) => ({
				channel,
				threads: seen.filter((it) => isThread(it) && it.parentId === channel.id),
			})),
	});
	const categories = ordered.filter(isCategory);
	const parentOf = ({ parentId }: PageChannel) => categories.find(({ id }) => id === parentId)?.id;
	return [below(undefined), ...categories.map(below)].filter(({ channels }) => channels.length > 0);
}
