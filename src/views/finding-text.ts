import type { Finding, GlobalFinding } from '../guilds/diagnosis.js';
import { type FindingText, guildFindingText, type NameStyle } from './guild-finding-text.js';
import { foreignLine, oneLine } from './text.js';

/** One finding in words, without marks or formatting other than the names' style. */
export function findingText(finding: Finding, style: NameStyle): FindingText {
	switch (finding.check) {
		case 'manage-roles':
		case 'buyer-role':
		case 'roles-assignable':
		case 'roles-harmless':
		case 'audit-channel':
			return guildFindingText(finding, style);
		default:
			return globalText(finding, style);
	}
}

function globalText(finding: GlobalFinding, style: NameStyle): FindingText {
	switch (finding.check) {
		case 'token':
			return tokenText(finding, style);
		case 'intents':
			return finding.level === 'ok'
				? fine('The intents that the bot uses are switched on.')
				: {
						says: 'MEMBERS_INTENT is true, and the application does not have that intent.',
						todo: 'Switch on Server Members Intent on the Bot page of the application, or set MEMBERS_INTENT=false.',
					};
		case 'identifies':
			return identifiesText(finding);
		case 'clock':
			return clockText(finding);
		case 'commands':
			return commandsText(finding);
		case 'membership':
			return {
				says: `The bot is not in ${finding.guildId === undefined ? 'any server' : `the server ${finding.guildId}`}.`,
				todo: 'Invite it with the link in the README, and check DISCORD_GUILD_ID.',
			};
		case 'marketplace-key':
			return keyTexts[finding.state];
		case 'store':
			return finding.level === 'ok'
				? fine('The store answers and takes writes.')
				: {
						says: 'The store does not take writes: nobody can verify.',
						todo: 'Check DATABASE_URL, the free space of its disk and the permissions of its folder.',
					};
		case 'unchecked':
			return {
				says: `${uncheckedNames[finding.what]} could not be checked.`,
				todo: 'Try again in a few minutes.',
			};
	}
}

function fine(says: string): FindingText {
	return { says, todo: '' };
}

function tokenText(finding: Extract<Finding, { check: 'token' }>, style: NameStyle): FindingText {
	if (finding.level === 'ok') {
		const name = style === 'mention' ? foreignLine(finding.botName, 100) : oneLine(finding.botName);
		return fine(`Discord accepts the token of ${name}.`);
	}
	if (finding.fault === 'refused') {
		return {
			says: 'Discord does not accept DISCORD_TOKEN.',
			todo: 'Make a new token on the Bot page of the application.',
		};
	}
	return {
		says: 'Discord does not answer.',
		todo: 'Check the network, DISCORD_API_URL and discordstatus.com.',
	};
}

function identifiesText({ state, level }: Extract<Finding, { check: 'identifies' }>): FindingText {
	const { identifiesLeft, identifiesADay, resetAfterMs } = state;
	const says = `${identifiesLeft} of ${identifiesADay} connections to Discord are left for today.`;
	if (level === 'ok') return fine(says);
	const hours = Math.ceil(resetAfterMs / 3_600_000);
	return {
		says,
		todo: `Find out why the bot restarts so often. It waits where none is left; all come back within ${hours} h.`,
	};
}

function clockText({ aheadMs, level }: Extract<Finding, { check: 'clock' }>): FindingText {
	if (level === 'ok') return fine('The clock agrees with Discord’s.');
	const seconds = Math.round(Math.abs(aheadMs) / 1000);
	return {
		says: `The clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} Discord’s.`,
		todo: 'Let the machine set its clock from the network (NTP).',
	};
}

function commandsText({ changes, level }: Extract<Finding, { check: 'commands' }>): FindingText {
	if (level === 'ok') return fine('The registered commands are those of this version.');
	const parts = [
		['missing', changes.added],
		['changed', changes.changed],
		['left over', changes.removed],
	] as const;
	const named = parts
		.filter(([, commands]) => commands.length > 0)
		.map(([what, commands]) => `${what}: ${commands.map((name) => `/${oneLine(name)}`).join(' ')}`);
	return {
		says: `The registered commands differ from this version (${named.join('; ')}).`,
		todo: 'Run `npm run register`.',
	};
}

const keyTexts = {
	good: fine('The marketplace accepts the API key.'),
	refused: {
		says: 'The marketplace does not accept MARKETPLACE_API_KEY: nobody can verify.',
		todo: 'Make a new key in the marketplace’s workspace settings, set it and restart the bot.',
	},
	'sells-nothing': {
		says: 'The account behind MARKETPLACE_API_KEY sells nothing: every code would count as invalid.',
		todo: 'Use the key of the author’s account.',
	},
	unreachable: {
		says: 'The marketplace does not answer as it should: nobody can verify until it does.',
		todo: 'Check MARKETPLACE_URL, and whether the marketplace is up.',
	},
} as const satisfies Record<Extract<Finding, { check: 'marketplace-key' }>['state'], FindingText>;

const uncheckedNames = {
	gateway: 'The connections left and the clock',
	commands: 'The registered commands',
	guilds: 'The servers that the bot is in',
	guild: 'A server',
	'marketplace-key': 'The marketplace’s API key',
} as const satisfies Record<Extract<Finding, { check: 'unchecked' }>['what'], string>;
