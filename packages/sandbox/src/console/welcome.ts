import type { Stage } from '../stage.js';

const help = `
In Discord
  /verify CODE              any registered command, options as name:value;
                            the only required one also without its name
  suggest item aur          what is suggested while somebody types
  click 2 · click next      a button of the last message
  select 1 Aurora           a choice in a select; several with commas
  type                      fills in the form that has opened
  menu Purchases buyer      an entry of a member's menu
  read staff-audit          the last messages of a channel

Around it
  as moderator · join Lena  act as somebody else · somebody new
  codes · people · roles    what there is
  down · down hang · up     the shop goes wrong, in one of its ways · is mended
  block · unblock           the buyer role above the bot's own · below it again
  kill · start · log 50     the bot's process
  help · quit               this · the end (also Ctrl-C)`.slice(1);

export function helpLines(): string[] {
	return help.split('\n');
}

/** Where everything runs, and who is there. */
export function placesLines(stage: Stage): string[] {
	const here = stage.people.buyer.channelId;
	const channels = [...stage.guild.channels.values()]
		.filter(({ id }) => id !== here)
		.map(({ name }) => name)
		.join(', #');
	return [
		`  Discord      ${stage.discord.apiUrl}`,
		`  Marketplace  ${stage.marketplace.baseUrl}   ${stage.marketplace.items.length} items`,
		`  Database     ${stage.folder}, removed at the end`,
		`  You are in   #${stage.guild.nameOf('channel', stage.people.buyer.channelId)} of ${stage.guild.name}, which has #${channels} too`,
	];
}

/** Purchase codes of the sandbox's own shop by their state, at most `count` of each. */
export function codeLines(stage: Stage, count: number): string[] {
	const { codes, purchases } = stage.marketplace;
	const named = (code: string) => {
		const item = purchases.find((purchase) => purchase.code === code)?.item.name ?? '';
		return `    ${code}  ${item}`;
	};
	const group = (title: string, list: readonly string[]) => [
		`  ${title}`,
		...list.slice(0, count).map(named),
	];
	return [
		...group('fresh', codes.fresh),
		...group('support has ended', codes.supportEnded),
		...group('without support', codes.noSupport),
		...group('refunded: the shop calls these invalid', codes.refunded),
	];
}

/** The roles of the server, the highest first, with those who have them. */
export function roleLines(stage: Stage): string[] {
	const { guild } = stage;
	const own = guild.rolesFromBelow().filter((role) => role.id !== guild.id);
	return own.reverse().map((role) => {
		const holders = [...guild.members.values()]
			.filter((member) => member.roleIds.has(role.id))
			.map((member) => member.user.displayName);
		const what = role.id === guild.botRole.id ? ' (the bot’s own)' : '';
		return `  ${`${role.name}${what}`.padEnd(28)}${holders.join(', ') || 'nobody'}`;
	});
}
