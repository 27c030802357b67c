import { type CommandBody, commandBodySchema } from '@claimcheck/local-discord/command-body';
import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import type { NameLookup } from '../../src/console/typed-command.js';

const command = (name: string, options: readonly object[]): CommandBody =>
	commandBodySchema.parse({
		type: ApplicationCommandType.ChatInput,
		name,
		description: 'for a test',
		options,
	});

const option = (name: string, type: ApplicationCommandOptionType, more: object = {}) => ({
	name,
	type,
	description: 'for a test',
	...more,
});

const {
	String: text,
	Integer,
	Boolean: flag,
	User,
	Role,
	Channel,
	Subcommand,
} = ApplicationCommandOptionType;

/** Commands of every form that the console has to read. */
export const registered: readonly CommandBody[] = [
	command('verify', [option('code', text, { required: true })]),
	command('item', [option('id', text, { required: true, autocomplete: true }), option('share', flag)]),
	command('items', [option('page', Integer)]),
	command('doctor', []),
	command('whois', [option('member', User, { required: true }), option('where', Channel)]),
	command('move', [
		option('from', text, { required: true }),
		option('to', text, { required: true }),
		option('how', text, { choices: [{ name: 'Quickly', value: 'q' }] }),
	]),
	command('setup', [
		option('server', Subcommand),
		option('rule', Subcommand, {
			options: [option('item', text, { required: true, autocomplete: true }), option('role', Role)],
		}),
	]),
];

const lookUp = (ids: Readonly<Record<string, string>>) => (name: string) => ids[name];

export const names: NameLookup = {
	user: lookUp({ Maya: '101' }),
	role: lookUp({ Buyer: '201' }),
	channel: lookUp({ verify: '301' }),
};
