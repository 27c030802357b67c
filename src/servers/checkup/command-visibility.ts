import type { GuildFacts } from '../guild-facts.js';
import { type Finding, trouble } from '../guild-finding.js';
import type { GuildSettings } from '../guild-settings.js';
import { givenRoles } from '../rule-subject.js';

/** A command by its display name, such as `/whois`, and its default audience. */
interface ShownCommand {
	readonly name: string;
	/** `staff`: members with Manage Roles. */
	readonly audience: 'everyone' | 'staff';
}

/** A role's entry for this bot's commands in a server's integration settings. */
export interface CommandChoice {
	/** Undefined for all commands without their own entry. */
	readonly command: string | undefined;
	/** The guild's own id stands for @everyone. */
	readonly roleId: string;
	readonly isAllowed: boolean;
}

export interface CommandVisibility {
	readonly commands: readonly ShownCommand[];
	readonly choices: readonly CommandChoice[];
}

/** Finds roles that can't see the commands meant for them: staff roles and @everyone. */
export function examineVisibility(
	facts: GuildFacts,
	settings: GuildSettings,
	visibility: CommandVisibility,
): readonly Finding[] {
	const hidden = (roleId: string, audience: ShownCommand['audience']): readonly string[] =>
		visibility.commands
			.filter((command) => command.audience === audience && !sees(facts, roleId, command, visibility.choices))
			.map(({ name }) => name);
	const findingOf = (
		check: 'staff-commands' | 'hidden-commands',
		id: string,
		list: readonly string[],
	): readonly Finding[] => {
		// A deleted role is a separate finding.
		const name = facts.role(id)?.name;
		if (name === undefined || list.length === 0) return [];
		const role = { id, name };
		const says = check === 'staff-commands' ? 'finding.staffCommands.says' : 'finding.hiddenCommands.says';
		const values = { role: { role }, commands: { list } };
		return [trouble('warning', check, says, 'finding.allowCommands', { values, role })];
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
 * True if a member with only this role sees the command. Entries for a command override those for all commands, and a
 * role overrides @everyone; see https://discord.com/developers/docs/interactions/application-commands#permissions.
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
	// Allowing all commands leaves each its own default.
	if (chosen(undefined) === false) return false;
	return audience === 'everyone' || facts.role(roleId)?.canManageRoles === true;
}
