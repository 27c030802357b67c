import { parseArgs } from 'node:util';
import { GatewayIntentBits } from 'discord-api-types/v10';

export interface CliOptions {
	/** The page's and Discord's; 0 is any free one. */
	readonly port: number;
	readonly apiPort: number;
	readonly guildName: string;
	readonly botName: string;
	readonly people: readonly { readonly name: string; readonly roleName: string | undefined }[];
	readonly locale: string;
	/** The bot's environment variables; `{token}`, `{api}`, `{application}` and `{guild}` stand for what they name. */
	readonly variables: Readonly<Record<string, string>>;
	readonly privilegedIntents: number;
	/** Undefined for the local Discord's default. */
	readonly botPermissions: bigint | undefined;
	/** The bot's own command line; empty for none. */
	readonly command: readonly string[];
}

export const usage = `Usage: local-discord [OPTIONS] [-- COMMAND …]

Runs a Discord on this machine with a page in your browser, and your bot beside it: local-discord -- node bot.js
A bot in Node.js runs as it is: what it sends to discord.com and gateway.discord.gg comes here instead. A bot in another
language takes the address of Discord's API from DISCORD_API_URL.

  --port NUMBER        the page's port on 127.0.0.1; any free one without it
  --api-port NUMBER    the port of Discord's API; any free one without it
  --guild NAME         the server's name: My server
  --people LIST        whom you can act as, with a role each if you like: "Ana, Ben:Moderator"
  --locale LOCALE      the language of the server and its people, such as de: en-US
  --bot-name NAME      the bot's name: Bot
  --permissions BITS   what the bot's invite asks for, as a number
  --no-privileged      refuse the privileged intents, as Discord does until they are switched on
  --env NAME=VALUE     a variable of the bot's, also several; in it, {token}, {api}, {application} and {guild} stand
                       for what they name. Set anyway: DISCORD_TOKEN, DISCORD_API_URL, DISCORD_APPLICATION_ID and
                       DISCORD_GUILD_ID.
  --help               this text

BROWSER=none doesn't open the page. Without a command it prints what to set for a bot that you start yourself.
`;

const definitions = {
	port: { type: 'string', default: '0' },
	'api-port': { type: 'string', default: '0' },
	guild: { type: 'string', default: 'My server' },
	people: { type: 'string', default: 'Ana, Ben:Moderator' },
	locale: { type: 'string', default: 'en-US' },
	'bot-name': { type: 'string', default: 'Bot' },
	permissions: { type: 'string' },
	'no-privileged': { type: 'boolean', default: false },
	env: { type: 'string', multiple: true },
	help: { type: 'boolean', default: false },
} as const;

const defaultVariables = {
	DISCORD_TOKEN: '{token}',
	DISCORD_API_URL: '{api}',
	DISCORD_APPLICATION_ID: '{application}',
	DISCORD_GUILD_ID: '{guild}',
};

const { GuildMembers, GuildPresences, MessageContent } = GatewayIntentBits;
const maxPeople = 50;

type Read =
	| { readonly kind: 'read'; readonly options: CliOptions }
	| { readonly kind: 'help' }
	| { readonly kind: 'wrong'; readonly problem: string };

class WrongUsage extends Error {}

/** Reads the arguments; everything from `--`, or from the first word that is no option, is the bot's command. */
export function readCliOptions(args: readonly string[]): Read {
	try {
		const { own, command } = split(args);
		const { values } = parseArgs({ args: own, options: definitions });
		if (values.help) return { kind: 'help' };
		return {
			kind: 'read',
			options: {
				port: portOf('--port', values.port),
				apiPort: portOf('--api-port', values['api-port']),
				guildName: nameOf('--guild', values.guild),
				botName: nameOf('--bot-name', values['bot-name']),
				people: peopleOf(values.people),
				locale: localeOf(values.locale),
				variables: { ...defaultVariables, ...Object.fromEntries((values.env ?? []).map(variableOf)) },
				privilegedIntents: values['no-privileged'] ? 0 : GuildMembers | GuildPresences | MessageContent,
				botPermissions: values.permissions === undefined ? undefined : bitsOf(values.permissions),
				command,
			},
		};
	} catch (error) {
		// parseArgs throws a TypeError with a text for people.
		if (error instanceof WrongUsage || error instanceof TypeError) {
			return { kind: 'wrong', problem: error.message };
		}
		throw error;
	}
}

function split(args: readonly string[]): { own: string[]; command: string[] } {
	const { tokens } = parseArgs({
		args: [...args],
		options: definitions,
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const first = tokens.find(({ kind }) => kind !== 'option');
	if (first === undefined) return { own: [...args], command: [] };
	const from = first.kind === 'option-terminator' ? first.index + 1 : first.index;
	return { own: args.slice(0, first.index), command: args.slice(from) };
}

function portOf(option: string, text: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port <= 65_535) return port;
	throw new WrongUsage(`${option} takes a number up to 65535, not ${text}`);
}

/** As long as Discord lets names of servers and users be. */
function nameOf(option: string, text: string): string {
	const name = text.trim();
	if (name.length >= 2 && name.length <= 100) return name;
	throw new WrongUsage(`${option} takes a name of 2 to 100 characters`);
}

function peopleOf(list: string): CliOptions['people'] {
	const people = list
		.split(',')
		.map((entry) => {
			const [name = '', roleName = ''] = entry.split(':').map((part) => part.trim());
			return { name, roleName: roleName === '' ? undefined : roleName };
		})
		.filter(({ name }) => name !== '');
	if (people.length > 0 && people.length <= maxPeople) return people;
	throw new WrongUsage(`--people takes 1 to ${maxPeople} names with commas between them`);
}

function localeOf(text: string): string {
	if (/^[a-z]{2}(-[A-Z0-9]{2,3})?$/.test(text)) return text;
	throw new WrongUsage(`--locale takes one of Discord's locales, such as de or en-US, not ${text}`);
}

function variableOf(text: string): [name: string, value: string] {
	const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
	if (name !== undefined && value !== undefined) return [name, value];
	throw new WrongUsage(`--env takes NAME=VALUE, not ${text}`);
}

function bitsOf(text: string): bigint {
	if (/^\d{1,20}$/.test(text)) return BigInt(text);
	throw new WrongUsage(`--permissions takes a sum of permission bits, not ${text}`);
}
