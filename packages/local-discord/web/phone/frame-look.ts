import type { PageGuild } from '../../src/page/protocol.js';
import type { Sight } from '../sight.js';

const drawn = new WeakMap<PageGuild, string>();

/**
 * Everything that the drawing of a message depends on, besides the message itself. A server is sent as a whole whenever
 * anything about it changes, but messages show only names, colors and commands.
 */
export function lookOf({ viewer, guild, locale, timeZone, now }: Sight): string {
	// A message of another day shows its date.
	const today = new Date(now).toLocaleDateString('en', { timeZone });
	return [viewer.userId, locale, timeZone, today, guild === undefined ? '' : namesOf(guild)].join(' ');
}

function namesOf(guild: PageGuild): string {
	const known = drawn.get(guild);
	if (known !== undefined) return known;
	const names = JSON.stringify([
		guild.roles.map(({ id, name, color }) => [id, name, color]),
		guild.channels.map(({ id, name }) => [id, name]),
		guild.members.map(({ userId, name, roleIds }) => [userId, name, roleIds]),
		guild.commands.map(({ version }) => version),
	]);
	drawn.set(guild, names);
	return names;
}
