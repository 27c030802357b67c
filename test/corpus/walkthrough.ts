import { drawModal } from '@claimcheck/local-discord/drawing/draw-modal';
import { drawPhone, phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import { translatorFor } from '../../src/i18n/translator.js';
import { sightIn } from './sample.js';
import type { FormState, State } from './state.js';
import { surfaces } from './surfaces.js';

const t = translatorFor('en-US', (path) => `</${path}:100000000000000009>`);
const sight = sightIn('en');

/** `docs/walkthrough.md`: each state as it is, beside how it was. `before`: the frames of before, by the states' names. */
export function walkthrough(introduction: string, before: Readonly<Record<string, string>>): string {
	const sections = surfaces.flatMap(({ title, states }) => [
		`## ${title}`,
		...states.flatMap((state) => stateLines(state, before[state.name])),
	]);
	return `${[introduction.trim(), ...sections].join('\n\n')}\n`;
}

function stateLines(state: State | FormState, before: string | undefined): string[] {
	const after = 'form' in state ? drawnForm(state) : drawPhone(state.show(t), sight);
	return [
		`### ${state.says}`,
		...(before === undefined ? [] : [`Before${linesOf(before)}:`, fenced(before), 'Now:']),
		fenced(after),
		...('form' in state ? [] : [`-# ${phoneLines(state.show(t), sight)} lines`.replace('-# ', '')]),
	];
}

/** A frame has a line above and one below what it frames. */
function linesOf(frame: string): string {
	return frame.startsWith('┌─ ') ? '' : ` (${frame.split('\n').length - 2} lines)`;
}

function drawnForm({ form }: FormState): string {
	return drawModal({ ...form(t) } as Parameters<typeof drawModal>[0], { ...sight, width: 48, isPhone: true });
}

function fenced(frame: string): string {
	return `\`\`\`text\n${frame}\n\`\`\``;
}
