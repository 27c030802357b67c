import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'ボットは現在、記録にアクセスできません。数分後にもう一度お試しください。失われたものはありません。',
	'error.storeFault':
		'ボットは記録に問題を見つけ、悪化を防ぐために処理を止めました。このサーバーのスタッフに知らせてください。',
	'error.misconfigured': 'ボットが正しく設定されていません。このサーバーのスタッフに知らせてください。',
	'error.unexpected':
		'ボットで問題が発生しました。もう一度お試しください。再び起きる場合はスタッフに知らせてください。',
	'error.reference': '参照番号：`{id}`',
} satisfies Record<keyof typeof english, string>;
