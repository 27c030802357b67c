import { expect, it } from 'vitest';
import { type Alert, AuditChannelAlert, type ChannelRefusal } from '../../src/messages/alerts.js';
import type { ChannelFacts, HiddenChannel } from '../../src/servers/guild-facts.js';
import { fakeGuild, ids, sampleChannel } from '../servers/checkup/fake-guild.js';

const fine = sampleChannel('audit');
const inThread = sampleChannel('talk', { lacking: ['SendMessagesInThreads'] });
const seeAndSend = ['ViewChannel', 'SendMessages'];

it.each<[ChannelRefusal, string, ChannelFacts | HiddenChannel | undefined, object]>([
	['deleted', 'whatever the cache says', fine, { lacks: [] }],
	['unusable', 'if the server has no such channel', undefined, { lacks: [] }],
	['unusable', 'of a channel that is there', fine, { lacks: [], isThere: true }],
	[
		'refused',
		'of an archived thread that the gateway hasn’t announced',
		undefined,
		{ lacks: [], isThere: true },
	],
	['refused', 'of a thread', inThread, { lacks: ['SendMessagesInThreads'], isThere: true }],
	['unseen', 'if the cache doesn’t know it', undefined, { lacks: seeAndSend, isThere: true }],
	['refused', 'of a hidden channel', 'hidden', { lacks: seeAndSend, isThere: true }],
])('calls the audit channel deleted only if it is: %s, %s', (refusal, _, channel, expected) => {
	const raised: Alert[] = [];
	const alert = new AuditChannelAlert({
		alerts: {
			raise: async (_guildId, it) => {
				raised.push(it);
				return true;
			},
			solve: async () => {},
			isLastingIn: () => false,
		},
		served: { ids: [ids.guild] },
		discord: { factsOf: () => ({ ...fakeGuild(), channel: () => channel }) },
	});
	alert.unwritable({ guildId: ids.guild, channelId: ids.audit }, refusal);
	expect(raised).toEqual([{ kind: 'audit-unwritable', channelId: ids.audit, ...expected }]);
});
