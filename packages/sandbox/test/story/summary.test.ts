import { describe, expect, it } from 'vitest';
import { summary } from '../../src/story/summary.js';

const screen = { width: 80, colour: false, print: () => undefined };
const chapters = ['Setting up', 'Verifying', 'Killing'];
const passed = (chapter: string) => ({ chapter, what: 'it works', isPassed: true });

describe('the summary of the story', () => {
	it('counts the checks of each chapter and says that all is well', () => {
		const checks = [passed('Setting up'), passed('Setting up'), passed('Verifying'), passed('Killing')];
		const text = summary({ chapters, checks, invalidRequests: 7, failure: undefined }, screen);
		expect(text).toMatch(/✔ {2}1 {2}Setting up +2 checks/);
		expect(text).toMatch(/✔ {2}3 {2}Killing +1 check\n/);
		expect(text).toContain('All 4 checks passed.');
		expect(text).toContain('Refused by Discord (401, 403, 429): 7; 10,000 in ten minutes ban a bot.');
		expect(text).toContain('npm run playground');
	});

	it('shows where the story broke off, why, and what was not reached', () => {
		const checks = [passed('Setting up'), { chapter: 'Verifying', what: 'no', isPassed: false }];
		const failure = { chapter: 'Verifying', error: new Error('Maya has no role') };
		const text = summary({ chapters, checks, invalidRequests: 0, failure }, screen);
		expect(text).toMatch(/✔ {2}1 {2}Setting up +1 check\n/);
		expect(text).toMatch(/✘ {2}2 {2}Verifying +failed after 0 checks/);
		expect(text).toMatch(/– {2}3 {2}Killing +not reached/);
		expect(text).toContain('The demo failed: Maya has no role');
		expect(text).not.toContain('passed.');
	});

	it('shows a chapter that failed before its first check as failed', () => {
		const failure = { chapter: 'Setting up', error: new Error('no bot') };
		const text = summary({ chapters, checks: [], invalidRequests: 0, failure }, screen);
		expect(text).toMatch(/✘ {2}1 {2}Setting up +failed/);
	});
});
