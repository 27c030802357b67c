import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const textOf = (file: string): string => readFileSync(file, 'utf8');

// test/e2e/backup-drill.proof.test.ts restores what it copies.
it('Litestream copies the database that compose.yaml has, and the document takes that one back', () => {
	const path = /^ {2}- path: (\S+)$/m.exec(textOf('deploy/litestream/litestream.yml'))?.[1];
	expect(textOf('deploy/compose/prepare.sh')).toContain(`secrets/database_url sqlite://${path}\n`);
	expect(textOf('docs/operating.md')).toMatch(
		new RegExp(`^docker compose run --rm litestream restore .* ${path}$`, 'm'),
	);
	const service =
		textOf('compose.yaml')
			.split('\n  litestream:\n')[1]
			?.split(/\n {2}(?=\S)/)[0] ?? '';
	expect(service).toContain('source: ./data, target: /data,');
	expect(service).toContain('source: ./deploy/litestream/litestream.yml, target: /etc/litestream.yml,');
	expect(service).toContain('command: [replicate]');
});
