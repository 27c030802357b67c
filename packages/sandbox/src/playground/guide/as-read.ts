import { contextOf } from '@claimcheck/local-discord/drawing/draw-context';
import { inlineMarkdown } from '@claimcheck/local-discord/drawing/markdown';
import type { Stage } from '../../stage.js';

/** Signs of headings and of small print, where lines were put one behind the other. */
const blockSigns = /(^|[“·] ?)(?:#{1,3}|-#) /g;

/** Words of messages as their readers see them: with names in place of ids, and times in words. */
export function asRead(words: string, { discord, guild }: Pick<Stage, 'discord' | 'guild'>): string {
	const context = contextOf({
		now: discord.now(),
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		isPhone: true,
		nameOf: (kind, id) =>
			guild.nameOf(kind, id) ?? (kind === 'user' ? discord.users.find(id)?.displayName : undefined),
	});
	return inlineMarkdown(words.replaceAll(blockSigns, '$1'), context)
		.map(({ text }) => text)
		.join('');
}
