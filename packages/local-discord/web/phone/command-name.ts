import { ApplicationCommandType } from 'discord-api-types/v10';
import type { CommandBody } from '../../src/command-body.js';
import type { PageGuild } from '../../src/page/protocol.js';
import type { UsedCommand } from './timeline.js';

type Named = Pick<CommandBody, 'name' | 'name_localizations'>;

/** A command as a reader of this locale sees it: `/rolle geben`, or an entry of a context menu. */
export function commandName(
	{ kind, target }: Pick<UsedCommand, 'kind' | 'target'>,
	guild: PageGuild | undefined,
	locale: string,
): string {
	const nameOf = (it: Named | undefined, name: string) =>
		it?.name_localizations?.[locale] ?? it?.name ?? name;
	const all = guild?.commands.map(({ body }) => body) ?? [];
	if (kind !== 'chat-input')
		return nameOf(
			all.find(({ name }) => name === target),
			target,
		);
	const [top = '', ...path] = target.split(' ');
	const command = all.find(({ type, name }) => type === ApplicationCommandType.ChatInput && name === top);
	const names = [nameOf(command, top)];
	let options = command?.options ?? [];
	for (const part of path) {
		const option = options.find(({ name }) => name === part);
		names.push(nameOf(option, part));
		options = option?.options ?? [];
	}
	return `/${names.join(' ')}`;
}
