/** What the client itself says around messages. */
export interface ClientWords {
	/** With `{user}` and `{command}`. */
	readonly used: string;
	/** With `{channel}`. */
	readonly start: string;
	readonly sending: string;
	readonly noResponse: string;
	readonly failed: string;
	readonly newMessages: string;
	readonly toPresent: string;
	readonly directMessages: string;
	readonly threads: string;
	readonly members: string;
	readonly onlyYou: string;
	readonly dismiss: string;
	/** Until the bot answers; with `{user}`. */
	readonly thinking: string;
	readonly edited: string;
}

const english: ClientWords = {
	used: '{user} used {command}',
	start: 'This is the start of {channel}.',
	sending: 'Sending command …',
	noResponse: 'The application did not respond',
	failed: 'This interaction failed',
	newMessages: 'New messages',
	toPresent: 'Jump to present',
	directMessages: 'Direct messages',
	threads: 'Threads',
	members: 'Members',
	onlyYou: 'Only you can see this',
	dismiss: 'Dismiss message',
	thinking: '{user} is thinking…',
	edited: 'edited',
};

/** By the language alone: `es-419` reads Spanish. Elsewhere the client speaks English. */
const words: Readonly<Record<string, ClientWords>> = {
	ar: {
		used: 'استخدم {user} {command}',
		start: 'هذه بداية {channel}.',
		sending: 'جارٍ إرسال الأمر …',
		noResponse: 'لم يستجب التطبيق',
		failed: 'فشل هذا التفاعل',
		newMessages: 'رسائل جديدة',
		toPresent: 'الانتقال إلى الأحدث',
		directMessages: 'الرسائل المباشرة',
		threads: 'المواضيع',
		members: 'الأعضاء',
		onlyYou: 'أنت فقط من يمكنه رؤية هذا',
		dismiss: 'تجاهل الرسالة',
		thinking: '{user} يفكر…',
		edited: 'معدلة',
	},
	de: {
		used: '{user} hat {command} benutzt',
		start: 'Hier beginnt {channel}.',
		sending: 'Befehl wird gesendet …',
		noResponse: 'Die Anwendung hat nicht reagiert',
		failed: 'Diese Interaktion ist fehlgeschlagen',
		newMessages: 'Neue Nachrichten',
		toPresent: 'Zur Gegenwart springen',
		directMessages: 'Direktnachrichten',
		threads: 'Threads',
		members: 'Mitglieder',
		onlyYou: 'Nur du kannst dies sehen',
		dismiss: 'Nachricht verwerfen',
		thinking: '{user} denkt nach …',
		edited: 'bearbeitet',
	},
	es: {
		used: '{user} ha usado {command}',
		start: 'Este es el comienzo de {channel}.',
		sending: 'Enviando comando …',
		noResponse: 'La aplicación no ha respondido',
		failed: 'Esta interacción ha fallado',
		newMessages: 'Mensajes nuevos',
		toPresent: 'Ir al presente',
		directMessages: 'Mensajes directos',
		threads: 'Hilos',
		members: 'Miembros',
		onlyYou: 'Solo tú puedes ver esto',
		dismiss: 'Descartar mensaje',
		thinking: '{user} está pensando…',
		edited: 'editado',
	},
	fr: {
		used: '{user} a utilisé {command}',
		start: 'C’est le début de {channel}.',
		sending: 'Envoi de la commande …',
		noResponse: 'L’application n’a pas répondu',
		failed: 'Échec de l’interaction',
		newMessages: 'Nouveaux messages',
		toPresent: 'Revenir au présent',
		directMessages: 'Messages privés',
		threads: 'Fils',
		members: 'Membres',
		onlyYou: 'Toi seul peux voir ceci',
		dismiss: 'Ignorer le message',
		thinking: '{user} réfléchit…',
		edited: 'modifié',
	},
	it: {
		used: '{user} ha usato {command}',
		start: 'Questo è l’inizio di {channel}.',
		sending: 'Invio del comando …',
		noResponse: 'L’applicazione non ha risposto',
		failed: 'Interazione non riuscita',
		newMessages: 'Nuovi messaggi',
		toPresent: 'Torna al presente',
		directMessages: 'Messaggi diretti',
		threads: 'Thread',
		members: 'Membri',
		onlyYou: 'Solo tu puoi vedere questo',
		dismiss: 'Ignora messaggio',
		thinking: '{user} sta pensando…',
		edited: 'modificato',
	},
	ja: {
		used: '{user}が{command}を使用しました',
		start: 'ここが{channel}の始まりです。',
		sending: 'コマンドを送信中…',
		noResponse: 'アプリケーションが応答しませんでした',
		failed: 'インタラクションに失敗しました',
		newMessages: '新しいメッセージ',
		toPresent: '最新へ移動',
		directMessages: 'ダイレクトメッセージ',
		threads: 'スレッド',
		members: 'メンバー',
		onlyYou: 'これはあなただけに表示されています',
		dismiss: 'メッセージを閉じる',
		thinking: '{user}が考え中…',
		edited: '編集済',
	},
	pl: {
		used: '{user} użył(a) {command}',
		start: 'To początek {channel}.',
		sending: 'Wysyłanie polecenia …',
		noResponse: 'Aplikacja nie odpowiedziała',
		failed: 'Ta interakcja się nie powiodła',
		newMessages: 'Nowe wiadomości',
		toPresent: 'Przejdź do najnowszych',
		directMessages: 'Wiadomości bezpośrednie',
		threads: 'Wątki',
		members: 'Członkowie',
		onlyYou: 'Tylko ty to widzisz',
		dismiss: 'Odrzuć wiadomość',
		thinking: '{user} myśli…',
		edited: 'edytowano',
	},
	pt: {
		used: '{user} usou {command}',
		start: 'Este é o começo de {channel}.',
		sending: 'Enviando comando …',
		noResponse: 'O aplicativo não respondeu',
		failed: 'Esta interação falhou',
		newMessages: 'Novas mensagens',
		toPresent: 'Ir para o presente',
		directMessages: 'Mensagens diretas',
		threads: 'Tópicos',
		members: 'Membros',
		onlyYou: 'Só você pode ver isto',
		dismiss: 'Ignorar mensagem',
		thinking: '{user} está pensando…',
		edited: 'editado',
	},
	ru: {
		used: '{user} использует {command}',
		start: 'Это начало {channel}.',
		sending: 'Отправка команды …',
		noResponse: 'Приложение не ответило',
		failed: 'Ошибка взаимодействия',
		newMessages: 'Новые сообщения',
		toPresent: 'К последним сообщениям',
		directMessages: 'Личные сообщения',
		threads: 'Ветки',
		members: 'Участники',
		onlyYou: 'Это видно только вам',
		dismiss: 'Убрать сообщение',
		thinking: '{user} думает…',
		edited: 'изменено',
	},
	tr: {
		used: '{user}, {command} kullandı',
		start: '{channel} burada başlıyor.',
		sending: 'Komut gönderiliyor …',
		noResponse: 'Uygulama yanıt vermedi',
		failed: 'Bu etkileşim başarısız oldu',
		newMessages: 'Yeni mesajlar',
		toPresent: 'En yeniye git',
		directMessages: 'Direkt mesajlar',
		threads: 'Alt başlıklar',
		members: 'Üyeler',
		onlyYou: 'Bunu yalnızca sen görebilirsin',
		dismiss: 'Mesajı kapat',
		thinking: '{user} düşünüyor…',
		edited: 'düzenlendi',
	},
	zh: {
		used: '{user} 使用了 {command}',
		start: '这里是 {channel} 的开始。',
		sending: '正在发送命令…',
		noResponse: '应用程序未响应',
		failed: '此交互失败',
		newMessages: '新消息',
		toPresent: '跳到最新',
		directMessages: '私信',
		threads: '子区',
		members: '成员',
		onlyYou: '只有您能看到此消息',
		dismiss: '关闭消息',
		thinking: '{user} 正在思考…',
		edited: '已编辑',
	},
};

/** The client's own words in a locale such as `de` or `pt-BR`. */
export function clientWords(locale: string): ClientWords {
	const [language = ''] = locale.split('-');
	return words[language] ?? english;
}
