import type { Finding } from '../checkup/diagnosis.js';
import type { Translator } from '../i18n/translator.js';
import { findingText } from './finding-text.js';
import { accent, type MessageView, noMentions } from './message.js';

const marks = { ok: '✅', warning: '⚠️', problem: '❌' } as const;
/** Discord's limit for an embed's description is 4096; the rest is for the line that says how many were left out. */
const maxLength = 4_000;

/** The findings as one message: troubles first, each with what to do. */
export function doctorView(t: Translator, findings: readonly Finding[]): MessageView {
	const order = { problem: 0, warning: 1, ok: 2 } as const;
	const sorted = findings.toSorted((a, b) => order[a.level] - order[b.level]);
	const lines = sorted.map((finding) => {
		const { says, todo } = findingText(t, finding, 'mention');
		return `${marks[finding.level]} ${says}${todo === '' ? '' : `\n-# ${todo}`}`;
	});
	const isWell = findings.every(({ level }) => level === 'ok');
	const description = [...(isWell ? [t('finding.well'), ''] : []), ...fitting(t, lines)].join('\n');
	return {
		content: '',
		embeds: [{ color: accent, title: t('finding.title'), description }],
		components: [],
		allowedMentions: noMentions,
	};
}

function fitting(t: Translator, lines: readonly string[]): readonly string[] {
	let length = 0;
	const end = lines.findIndex((line) => {
		length += line.length + 1;
		return length > maxLength - t('finding.well').length - 2;
	});
	return end === -1 ? lines : [...lines.slice(0, end), t('finding.left', { count: lines.length - end })];
}
