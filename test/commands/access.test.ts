import { readFileSync } from 'node:fs';
import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commands, components, userCommands } from '../../commands/registry.js';
import type { Services } from '../../src/create-services.js';
import type { Access } from '../../src/discord/interactions/access.js';
import { type Handler, outdated } from '../../src/discord/interactions/handler.js';
import {
	payloadHead,
	type SlashCommand,
	type SlashHandler,
} from '../../src/discord/interactions/slash-command.js';
import type { StaffRoles } from '../../src/services/setup/staff-roles.js';
import { askCommand, askComponent, askSuggestions } from '../discord/interactions/asking.js';
import type { Given, Log } from '../discord/interactions/fake-interaction.js';
import { floor } from '../world/floor.js';

// Every command, subcommand, context menu, component and modal, and who may use it. The compiler makes each one declare
// its access; the README's table of commands and the table here say what the access must be.

/** The access to everything that not everyone may use, apart from whole commands. */
const restricted: readonly (readonly [access: Access, names: RegExp])[] = [
	// The action itself refuses staff of other servers: see attack 3.
	['staff', /^menu Purchases$|^\S+ (?:desk|case)-|^button alert-check$/],
	['administrator', /^button (?:account(?:-private)?|alert-(?:accept|go-on|leave|stay)|stats-list)$/],
	[
		'manager',
		/^\/setup |^\S+ (?:setup|policy)(?:-|$)|^\S+ panel-(?:change|words|post)$|^button (?:doctor|stats)$/,
	],
];

/** The words for each kind of access in the README's table of commands. */
const readmeWords: Readonly<Record<Access, RegExp>> = {
	everyone: /^everyone$/,
	manager: /^Manage Server/,
	staff: /^staff$/,
	administrator: /^administrators$/,
};

/** Anything a member can use. `ask` sends it with its handler replaced, and returns the responses. */
interface Usable {
	readonly name: string;
	readonly access: Access;
	ask(given: Given, staff: StaffRoles, onReached: () => void): Promise<Log>;
	suggest?(given: Given, staff: StaffRoles, onReached: () => void): Promise<Log>;
}

function handlersOf(command: SlashCommand<Services>): [string, SlashHandler<Services>][] {
	return 'handler' in command ? [['', command.handler]] : Object.entries(command.subcommands);
}

/** The same handler with its `answer` replaced. */
function spied<It extends Handler<Services>>(handler: It, onReached: () => void): It {
	const answer = () => {
		onReached();
		return outdated;
	};
	return { ...handler, answer };
}

function usableCommand(command: SlashCommand<Services>): Usable[] {
	return handlersOf(command).map(([subcommand, handler]): Usable => {
		const { data } = command;
		const replaced = (it: SlashHandler<Services>) =>
			'handler' in command ? { data, handler: it } : { data, subcommands: { [subcommand]: it } };
		return {
			name: `/${data.name} ${subcommand}`.trim(),
			access: handler.access,
			ask: (given, staff, onReached) =>
				askCommand(replaced(spied(handler, onReached)), noServices, { ...given, subcommand }, staff),
			...(handler.suggest !== undefined && {
				suggest: (given: Given, staff: StaffRoles, onReached: () => void) => {
					const suggest = () => {
						onReached();
						return [];
					};
					const asked = { ...given, subcommand };
					return askSuggestions(replaced({ ...handler, suggest }), noServices, asked, staff);
				},
			}),
		};
	});
}

/** A handler that reads a service was reached. */
const noServices = new Proxy({} as Services, {
	get(_, name) {
		throw new Error(`The service ${String(name)} was reached`);
	},
});

const usables: readonly Usable[] = [
	...commands.flatMap(usableCommand),
	...userCommands.map(
		({ data, handler }): Usable => ({
			name: `menu ${data.name}`,
			access: handler.access,
			ask: (given, staff, onReached) =>
				askCommand({ data, handler: spied(handler, onReached) }, noServices, given, staff),
		}),
	),
	...components.map(
		(component): Usable => ({
			name: `${component.kind} ${component.name}`,
			access: component.access,
			ask: (given, staff, onReached) => {
				const pressed = { ...given, customId: `cc1:${component.name}` };
				return askComponent([spied(component, onReached)], component.kind, noServices, pressed, staff);
			},
		}),
	),
];

/** Only whole commands have a row in the README. */
const isWholeCommand = ({ name }: Usable): boolean => /^\/\S+$/.test(name);

const staffRole = '300000000000000001';
const { Administrator, ManageChannels, ManageGuild, ManageRoles } = PermissionFlagsBits;

/** Kinds of people, with the kinds of access they have. */
const people: readonly [string, Given, readonly Access[]][] = [
	['a member', {}, ['everyone']],
	['somebody with another right', { permissions: ManageChannels }, ['everyone']],
	['staff by role', { roleIds: [staffRole] }, ['everyone', 'staff']],
	['staff by role who is timed out', { roleIds: [staffRole], isTimedOut: true }, ['everyone']],
	['a moderator', { permissions: ManageRoles }, ['everyone', 'staff']],
	['a manager', { permissions: ManageGuild }, ['everyone', 'manager']],
	['an administrator', { permissions: Administrator }, ['everyone', 'manager', 'staff', 'administrator']],
];

const staff = floor<StaffRoles>({ makesStaff: async (_, roleIds) => [...roleIds].includes(staffRole) });

describe('the access', () => {
	it.each(usables.filter((it) => !isWholeCommand(it)))(
		'of $name is the one in the table',
		({ name, access }) => {
			const rows = restricted.filter(([, names]) => names.test(name)).map(([who]) => who);
			expect([access]).toEqual(rows.length === 0 ? ['everyone'] : rows);
		},
	);

	it('is not listed for anything that doesn’t exist', () => {
		for (const [access, names] of restricted)
			expect(usables.filter((it) => it.access === access && names.test(it.name)).length).toBeGreaterThan(5);
	});

	it('of every command is documented in the README', () => {
		const readme = readFileSync('README.md', 'utf8');
		for (const { data, ...command } of commands) {
			const row = new RegExp(`^\\| \`/${data.name}\\b[^|]*\\| ([^|]+) \\|`, 'm').exec(readme);
			const all = handlersOf({ data, ...command }).map(([, { access }]) => access);
			expect(all.length, data.name).toBeGreaterThan(0);
			for (const access of all) expect(row?.[1], data.name).toMatch(readmeWords[access]);
		}
	});

	it('is the same for all parts of a command, since Discord shows commands as a whole', () => {
		for (const { data, ...command } of commands) {
			for (const [, { access }] of handlersOf({ data, ...command })) {
				expect(payloadHead(access).default_member_permissions, data.name).toBe(
					data.default_member_permissions,
				);
			}
		}
	});

	it('finds a handler for each registered subcommand', () => {
		for (const { data, ...command } of commands) {
			if (!('subcommands' in command)) continue;
			expect(Object.keys(command.subcommands)).toEqual(data.options.map(({ name }) => name));
		}
	});
});

it.each(people)('%s can use only what their rights allow', async (_, given, mayUse) => {
	const wrong: string[] = [];
	for (const usable of usables) {
		let reached = 0;
		const note = () => {
			reached += 1;
		};
		const log = await usable.ask(given, staff, note);
		const suggested = await usable.suggest?.(given, staff, note);
		const uses = usable.suggest === undefined ? 1 : 2;
		if (reached !== (mayUse.includes(usable.access) ? uses : 0))
			wrong.push(`${usable.name} ran ${reached} times`);
		if (!log.some(([call]) => ['reply', 'edit', 'follow up'].includes(call)))
			wrong.push(`${usable.name} was not answered`);
		// A refused member gets no suggestions.
		if (JSON.stringify(suggested ?? [['respond', []]]) !== '[["respond",[]]]')
			wrong.push(`${usable.name} suggested something`);
	}
	expect(wrong).toEqual([]);
});

it('knows the buttons of messages that stay: a panel, a card, an alert or a notice of an earlier version', () => {
	const names = `panel-verify purchases verify-where case-open case-move case-leave desk-open desk-member desk-undo
		dispute-keep dispute-let-go alert-accept alert-check alert-go-on alert-leave alert-stay account doctor item`;
	expect(names.split(/\s+/).filter((name) => !usables.some((it) => it.name === `button ${name}`))).toEqual(
		[],
	);
});
