import type { GuildFacts } from '../guild-facts.js';
import type { GuildFinding } from '../guild-finding.js';
import type { GuildSettings } from '../guild-settings.js';
import { givenRoles } from '../setup-change.js';

/** A command as it is named to people, such as `/whois`, and whom Discord shows it by itself. */
interface ShownCommand {
	readonly name: string;
	/** `staff`: whoever has Manage Roles. */
	readonly audience: 'everyone' | 'staff';
}

/** What a server's integration settings say about a role and this bot's commands. */
export interface CommandChoice {
	/** Undefined: for all commands that nothing is chosen for. */
	readonly command: string | undefined;
	/** The guild's own id: @everyone. */
	readonly roleId: string;
	readonly isAllowed: boolean;
}

export interface CommandVisibility {
	readonly commands: readonly ShownCommand[];
	readonly choices: readonly CommandChoice[];
}

/** Who should see a command in Discord and doesn't: staff by role the staff's, members everybody's. */
export function examineVisibility(
	facts: GuildFacts,
	settings: GuildSettings,
	visibility: CommandVisibility,
): readonly GuildFinding[] {
	const hidden = (roleId: string, audience: ShownCommand['audience']): readonly string[] =>
		visibility.commands
			.filter((command) => command.audience === audience && !sees(facts, roleId, command, visibility.choices))
			.map(({ name }) => name);
	const findingOf = (
		check: 'staff-commands' | 'hidden-commands',
		id: string,
		commands: readonly string[],
	): readonly GuildFinding[] => {
		const role = facts.role(id);
		// One that is gone is a finding of its own.
		if (role === undefined || commands.length === 0) return [];
		return [{ check, level: 'warning', role: { id, name: role.name }, commands }];
	};
	const fromAll = hidden(facts.id, 'everyone');
	return [
		...settings.staffRoleIds.flatMap((id) => findingOf('staff-commands', id, hidden(id, 'staff'))),
		...findingOf('hidden-commands', facts.id, fromAll),
		...[...givenRoles(settings)].flatMap((id) => {
			const more = hidden(id, 'everyone').filter((name) => !fromAll.includes(name));
			return findingOf('hidden-commands', id, more);
		}),
	];
}

/**
 * Whether a member with this role alone is shown the command. What is chosen for a command goes before what is chosen
 * for all, and a role before @everyone; see
 * https://discord.com/developers/docs/interactions/application-commands#permissions.
 */
function sees(
	facts: GuildFacts,
	roleId: string,
	{ name, audience }: ShownCommand,
	choices: readonly CommandChoice[],
): boolean {
	const chosen = (command: string | undefined): boolean | undefined => {
		const of = (id: string) => choices.find((it) => it.command === command && it.roleId === id)?.isAllowed;
		return of(roleId) ?? of(facts.id);
	};
	const forCommand = chosen(name);
	if (forCommand !== undefined) return forCommand;
	// An allowance for all commands leaves each its own default.
	if (chosen(undefined) === false) return false;
	return audience === 'everyone' || facts.role(roleId)?.canManageRoles === true;
}
