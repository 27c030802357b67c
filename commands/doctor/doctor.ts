import type { APIComponentInContainer } from 'discord.js';
import type { Services } from '../../src/create-services.js';
import { componentsOf, privately } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Checkup, Finding } from '../../src/servers/guild-finding.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import { openPage } from '../../src/ui/entries.js';
import { findingText, isTrouble, marks } from '../../src/ui/findings.js';
import type { MessageView } from '../../src/ui/message.js';
import { accentOf, bold, button, buttons, page, section, small, text } from '../../src/ui/page.js';
import { cut, timestamp } from '../../src/ui/text.js';

const openDoctor = defineCustomId('doctor');

/** `/doctor`: a check-up of the bot and the server, for its managers. */
export const doctor = slashCommand('doctor', {
	access: 'manager',
	answer: ({ guildId, t }, { doctor }: Services) =>
		privately(async () => doctorView(t, await doctor.examine(guildId))),
});

const { shows } = componentsOf<Services>('manager');

export const doctorComponents = [
	shows('button', openDoctor, async ({ guildId, t }, { doctor }) =>
		doctorView(t, await doctor.examine(guildId)),
	),
];

/** Each takes three of the forty components of a message. */
const maxTroubles = 8;
/** All of them fit into Discord's 4,000 characters. */
const maxTroubleLength = 380;

/** The findings, worst first, each with its fix and a button to the settings page for it. */
export function doctorView(t: Translator, checkup: Checkup): MessageView {
	const troubles = troublesIn(checkup.findings);
	const fine = checkup.findings.length - troubles.length;
	const again = buttons(button(t('button.checkAgain'), openDoctor.encode()));
	const checked = t('finding.checkedAt', { when: timestamp(checkup.at, 'R') });
	if (troubles.length === 0) {
		const title = bold(`✅ ${t('finding.allFine', { count: fine })}`);
		return page('done', text(title, small(checked)), again);
	}
	const left = troubles.length - maxTroubles;
	return page(
		accentOf(marks[troubles[0]?.level ?? 'ok']),
		text(`## ${t('finding.title', { count: troubles.length })}`),
		...troubles.slice(0, maxTroubles).map((finding, index) => troubleBlock(t, finding, index)),
		left > 0 && text(t('finding.left', { count: left })),
		text(small(`${t('finding.fine', { count: fine })} · ${checked}`)),
		again,
	);
}

function troublesIn(findings: readonly Finding[]): readonly Finding[] {
	const order = { problem: 0, warning: 1, ok: 2 } as const;
	return findings.filter(isTrouble).toSorted((a, b) => order[a.level] - order[b.level]);
}

function troubleBlock(t: Translator, finding: Finding, index: number): APIComponentInContainer | undefined {
	const { says, todo } = findingText(t, finding, 'mention');
	const lines = [
		`${marks[finding.level]} ${bold(cut(says, maxTroubleLength / 2))}`,
		cut(todo, maxTroubleLength / 2),
	];
	const { page } = finding;
	if (page === undefined) return text(...lines);
	return section(lines, button(t('finding.setUp'), openPage.encode(page, index)));
}
