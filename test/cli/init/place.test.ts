import { expect, it } from 'vitest';
import { placeOf } from '../../../src/cli/init/place.js';

const screen = { DISPLAY: ':0' };

it.each<[string, Record<string, string>, boolean, NodeJS.Platform, object]>([
	['in the browser of a screen', screen, true, 'linux', { kind: 'page', opener: 'xdg-open' }],
	['in the browser of macOS', {}, false, 'darwin', { kind: 'page', opener: 'open' }],
	['in the browser of Windows', {}, true, 'win32', { kind: 'page', opener: 'explorer.exe' }],
	['on a terminal without a screen', {}, true, 'linux', { kind: 'console' }],
	[
		'on the terminal of a machine that was logged in to',
		{ SSH_CONNECTION: 'a' },
		true,
		'darwin',
		{ kind: 'console' },
	],
	[
		'on a terminal whose owner wants no browser',
		{ ...screen, BROWSER: 'none' },
		true,
		'linux',
		{ kind: 'console' },
	],
	['on the console of a bot panel', { P_SERVER_UUID: 'a' }, false, 'linux', { kind: 'console' }],
	['on a page named in the log', {}, false, 'linux', { kind: 'page' }],
	[
		'on a page for another machine',
		{ SETUP_HOST: '0.0.0.0', P_SERVER_UUID: 'a' },
		true,
		'linux',
		{ kind: 'page' },
	],
	[
		'nowhere under systemd',
		{ ...screen, NOTIFY_SOCKET: 'a', SETUP_HOST: '0.0.0.0' },
		true,
		'linux',
		{ kind: 'nowhere' },
	],
	['nowhere in a cluster', { KUBERNETES_SERVICE_HOST: 'a' }, true, 'linux', { kind: 'nowhere' }],
	['nowhere in the image', { SETUP_HOST: 'off' }, true, 'linux', { kind: 'nowhere' }],
])('the first start asks its questions %s', (_, environment, isTerminal, platform, place) => {
	expect(placeOf(environment, { isTerminal, platform })).toEqual(place);
});
