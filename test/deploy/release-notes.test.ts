import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { archiveNotes, downloadNotes, imageNotes, notesFor } from '../../deploy/release-notes.js';
import { version } from '../../src/base/version.js';

const changelog = `# Changes

About this file.

## Unreleased

- Not yet.

## 1.10.0 (2026-05-01)

- The tenth.

### Fixed

- A fault.

## 1.1.0

- The first.

## 1.0.0
`;

describe('the notes of a release', () => {
	it('consist of the section for their version, with its subsections, and no other', () => {
		expect(notesFor('v1.10.0', '1.10.0', changelog)).toBe('- The tenth.\n\n### Fixed\n\n- A fault.\n');
		expect(notesFor('v1.1.0', '1.1.0', changelog)).toBe('- The first.\n');
	});

	it.each([
		['the tag is of another version than the program', 'v1.1.0', '1.10.0'],
		['the tag has no v', '1.1.0', '1.1.0'],
		['there is no such section', 'v2.0.0', '2.0.0'],
		['the section is empty', 'v1.0.0', '1.0.0'],
	])('are refused if %s', (_, tag, current) => {
		expect(() => notesFor(tag, current, changelog)).toThrow();
	});

	it('can be made for the current version', () => {
		expect(notesFor(`v${version}`, version, readFileSync('CHANGELOG.md', 'utf8')).length).toBeGreaterThan(
			100,
		);
	});

	it('list each download with its size, and are refused if one is missing', () => {
		const systems = [
			'windows-x64.zip',
			...['macos-arm64', 'linux-x64', 'linux-arm64'].map((it) => `${it}.tar.gz`),
		];
		const files = [...systems, 'panel-x64.tar.gz', 'panel-arm64.tar.gz'].map((it) => `claimcheck-${it}`);
		const sizes = new Map(files.map((file, at) => [file, (at + 1) * 1_000_000 - 1]));
		const rows = downloadNotes(sizes, 'maren/claimcheck').match(/^\| `.*$/gm) ?? [];
		expect(rows.map((row) => [/`([^`]+)`/.exec(row)?.[1], /(\d+) MB \|$/.exec(row)?.[1]])).toEqual(
			files.map((file, at) => [file, String(at + 1)]),
		);
		sizes.delete('claimcheck-linux-arm64.tar.gz');
		expect(() => downloadNotes(sizes, 'maren/claimcheck')).toThrow(
			'claimcheck-linux-arm64.tar.gz is missing',
		);
	});

	it('explain how to install the archive and how to verify its origin and the image’s', () => {
		const [archive, image] = ['claimcheck-1.10.0.tar.gz', 'ghcr.io/maren/claimcheck@sha256:00ff'];
		const notes = archiveNotes('1.10.0', 'maren/claimcheck');
		expect(notes).toContain(`gh attestation verify ${archive} --repo maren/claimcheck`);
		expect(notes).toContain('cd claimcheck-1.10.0\nnpm ci --omit=dev\n');
		expect(imageNotes(image, 'maren/claimcheck')).toContain(`cosign verify ${image}`);
	});
});
