// The sheets in German, by area.
import { dataHosts } from '../../src/base/data-hosts';
import type { Sheet } from './sheet';

const privacy: Sheet = {
  title: 'Was andere sehen, und was bleibt',
  lead: 'Es gibt kein Konto und kein Cookie. Die Seite lädt nichts von Werbefirmen, und niemand sammelt Statistiken über dich.',
  sections: [
    {
      title: 'Die Mitglieder deines Raums sehen',
      items: [
        [
          'Deinen Namen im Raum',
          'Zwei Wörter, die dein Browser zieht. Du kannst sie ändern, bevor du beitrittst. Sie müssen nicht sagen, wer du bist. Sobald die Leitung die Namen verbirgt, geht ein Name, den du eingegeben hast, an niemanden mehr; wer vorher im Raum war, hat ihn vielleicht gesehen.',
        ],
        [
          'Dein Gerät',
          'Den Namen seiner Grafikkarte oder seines Prozessors, seinen Browser, und wie schnell es rechnet.',
        ],
        [
          'Wer dein Gerät teilt',
          'Welche Mitglieder im selben Browser laufen wie du, damit es auf den Seiten stehen kann. Nichts bezeichnet dein Gerät, und von Mitgliedern anderer Räume erfahren sie nichts.',
        ],
        [
          'Deine Netzwerkadresse',
          'Nur solange du im Raum bist, weil sich Geräte direkt miteinander verbinden. Wo zwei das nicht können, geht ihre Verbindung über den Raumserver, und sie sehen die Adresse nicht.',
        ],
        [
          'Deine Gradienten',
          'Summen von Zahlen, die sagen, wie sich das Modell ändern soll. Sie enthalten keine Beispiele. Aber sie sind aus Beispielen berechnet: Ein Mitglied, das sich viel Mühe gibt, kann etwas über sie herausfinden. Trainiere also mit persönlichen Daten anderer Leute nur gemeinsam mit Mitgliedern, denen du sie anvertraust.',
        ],
        [
          'Deine Vorhersagen',
          'Stellt die Leitung der Klasse eine Frage, geht deine Antwort an die Mitglieder. Ihre Seiten zeigen, wie oft jede Antwort gegeben wurde, und nicht, von wem.',
        ],
      ],
    },
    {
      title: 'Der Raumserver sieht',
      items: [
        'Netzwerkadresse, Namen im Raum, Gerät und Browser jedes Mitglieds, solange es verbunden ist. Wo die Leitung die Namen verbirgt, sind die Namen im Raum zwei Wörter, die dein Browser gezogen hat.',
        'Ob die Leitung die Namen verbirgt, damit die Seite es sagen kann, bevor du beitrittst.',
        'In einem offenen Raum, ob er trainiert und bei welchem Schritt. In einem privaten Raum erfährt er das nicht.',
        'Keine Gradienten, keine Beispiele und kein Modell: Die schicken sich die Mitglieder untereinander. Was über den Server gehen muss, ist verschlüsselt, und nur die Mitglieder haben den Schlüssel. In einem offenen Raum hilft der Server, diesen Schlüssel weiterzugeben, für diesen Moment vertraust du ihm also; in einem privaten Raum steht der Schlüssel im Link, und der Server bekommt ihn nie.',
      ],
    },
    {
      title: 'Der Raumserver behält',
      items: [
        'Nichts auf seiner Festplatte über Räume oder Leute, und kein Protokoll der Besuche. Ein Proxy vor ihm kann ein eigenes Protokoll führen: Frag, wer ihn betreibt.',
        'Die Liste der Räume in seinem Speicher. Ein Raum, den alle verlassen haben, ist nach 15 Minuten vergessen.',
      ],
    },
    {
      title: 'Deine Daten',
      items: [
        ['Dateien, die du auswählst', 'Sie werden in dieser Seite gelesen und bleiben auf diesem Gerät.'],
        [
          'Bilder von der Kamera',
          'Die Kamera ist erst an, wenn du sie einschaltest, und aus, wenn du die Seite verlässt oder verbirgst. Ein Bild entsteht nur, während du einen Knopf drückst. Bilder bleiben in dieser Seite, bis sie geschlossen oder neu geladen wird; ein Raum, der mit ihnen trainiert, behandelt sie wie Dateien, die du ausgewählt hast.',
        ],
        [
          'Außer die Leitung sendet sie',
          'Die Person, die einen Raum leitet, kann „Meine Daten an Mitglieder senden“ drücken. Die Seite sagt, was das bedeutet, bevor es geschieht. Die Mitglieder haben dann eine Kopie und geben sie an alle weiter, die neu kommen.',
        ],
        [
          'Öffentliche Datensätze',
          `Nur wenn du einen verlangst, holt die Seite etwas von einem anderen Rechner: ${dataHosts.map((host) => host.replace('https://', '')).join(', ')}. Dieser Rechner sieht dann deine Netzwerkadresse.`,
        ],
        [
          'Das Modell',
          'Jedes Mitglied hält das ganze Modell und kann es sichern. Es kann Sätze seines Textes auswendig gelernt haben.',
        ],
      ],
    },
    {
      title: 'Dieser Browser behält, nur für diese Seite',
      items: [
        [
          'Deinen Namen im Raum und wie Seiten aussehen',
          'Die Farben, die Sprache, die Einstellungen der Kurven und worauf du rechnen willst, bis du die Daten dieser Seite löschst.',
        ],
        [
          'Einen Ausschluss',
          'Dass dieser Browser aus einem Raum entfernt oder an seiner Tür abgewiesen wurde, bis der Ring dieses Raums ihn wieder aufnimmt.',
        ],
        [
          'Räume, die du leitest',
          'Das Geheimnis, durch das du sie leitest, damit beim Neuladen nichts verloren geht.',
        ],
        [
          'Deinen Ausweis für einen Raum',
          'Einen zufälligen Schlüssel dieses Tabs, damit eine Leitung, die Leute einzeln hereinlässt, dich nach dem Neuladen nicht noch einmal hereinlassen muss. Er ist weg, wenn der Tab geschlossen wird.',
        ],
        [
          'Gespeicherte Läufe',
          'Höchstens acht, die ältesten gehen zuerst. Einer davon kann sein, was ein Tab trainiert hatte, als er aus einem Ring entfernt wurde. Die Startseite zeigt sie und vergisst einen, wenn du es sagst.',
        ],
        [
          'Datensätze, die von anderen kamen',
          'Öffentliche Datensätze und die Daten des letzten Raums, damit niemand sie zweimal holt. Die Daten eines Raums, dessen Leitung diesen Browser entfernt oder abgewiesen hat, werden gelöscht.',
        ],
        [
          'Einen großen Text, mit dem er trainiert',
          'Deinen eigenen Text über 64\u00a0MiB, als Zahlen, solange ein Tab ihn liest oder mit ihm trainiert. Was ein abgestürzter Tab zurückließ, verschwindet, wenn die Seite wieder geöffnet wird.',
        ],
        ['Messungen dieses Geräts', 'Welche Engine die schnellste ist. Als solche werden sie nie gesendet.'],
        'Wenn du in den Einstellungen deines Browsers die Daten dieser Seite löschst, ist alles davon weg. Ein privates Fenster behält nichts, nachdem es geschlossen ist.',
      ],
    },
    {
      title: 'Wer nur zuschaut',
      items: [
        'Ein Beamer oder ein Gerät, das nur zuschaut, bekommt Zahlen des Rings, verschlüsselt: Verluste, Anzahlen, die Form des Rings. Namen bekommt es keine.',
        'Ein solches Gerät darf die Frage der Leitung beantworten. Die Antwort geht an die Mitglieder, verschlüsselt, ohne Namen.',
        'Solange die Tür der Leitung offen ist, kann ein solches Gerät um eine Kopie des Modells bitten, um es auszuprobieren. Von einem Modell, das aus den Dateien eines Menschen lernt oder aus einem Text, der nicht eingebaut ist, geben die Mitglieder keine.',
      ],
    },
  ],
};

const network: Sheet = {
  title: 'Für die Netzwerkverwaltung',
  lead: 'Lockstep trainiert ein kleines neuronales Netz über die Browser einer Klasse. Auf den Geräten wird nichts installiert. Die Browser öffnen eine Webseite und verbinden sich untereinander mit WebRTC.',
  sections: [
    {
      title: 'Was es braucht',
      items: [
        [
          'HTTPS zum Raumserver',
          'Eine Adresse, ein Port: die Seite und ein WebSocket unter /socket.io/. Wo ein Proxy WebSockets ablehnt, leisten HTTP-Anfragen dasselbe, nur langsamer.',
        ],
        [
          'Ein Zertifikat, dem die Geräte vertrauen',
          'Browser geben einer Seite die GPU nur über HTTPS. Ohne das rechnen Geräte auf einem einzigen Prozessor-Thread. Ein Proxy, der TLS aufbricht, stört nicht, wenn die Geräte seinem Zertifikat vertrauen.',
        ],
        [
          'UDP zwischen den Geräten',
          'WebRTC-Datenkanäle (DTLS), von jedem Port zu jedem Port, 1024 bis 65535. Kein Gerät muss aus dem Internet erreichbar sein.',
        ],
        [
          'Multicast-DNS zwischen den Geräten',
          'UDP-Port 5353, 224.0.0.251 und ff02::fb. Browser verbergen lokale Adressen hinter Namen, die auf .local enden, und die anderen schlagen sie so nach.',
        ],
        [
          'Sonst nichts',
          'Kein STUN- oder TURN-Server im Internet wird gefragt, außer der Raumserver ist mit einem eingerichtet. Öffentliche Datensätze, wenn eine Klasse sie will, kommen von raw.githubusercontent.com, huggingface.co und hf.co.',
        ],
      ],
    },
    {
      title: 'Wo Geräte einander nicht erreichen',
      items: [
        [
          'Access Points, die Clients trennen',
          'Verkehr zwischen den Clients im Netz der Klasse erlauben, oder wenigstens UDP. Viele Gästenetze verbieten ihn.',
        ],
        [
          'Ohne ihn geht es trotzdem',
          'Verbindungen gehen dann über den Raumserver, verschlüsselt zwischen den zwei Geräten. In der Teilnehmerliste steht „über Server“. Der Server gibt höchstens 16\u00a0MiB je Sekunde für ein Gerät und 48\u00a0MiB je Sekunde für alle weiter.',
        ],
        [
          'Ein TURN-Server nimmt diese Last ab',
          'Zum Beispiel coturn mit use-auth-secret, auf UDP- und TCP-Port 3478 oder TLS-Port 5349, mit seinen Relay-Ports (normalerweise 49152 bis 65535). Der Raumserver erfährt davon durch TURN_URLS und TURN_SECRET und gibt jedem Mitglied Zugangsdaten, die ablaufen.',
        ],
      ],
    },
    {
      title: 'Richtlinien verwalteter Browser',
      items: [
        [
          'WebRtcIPHandling (Chrome, Edge: WebRtcLocalhostIpHandling)',
          'Nicht setzen, oder auf „default“. „default_public_interface_only“ und „disable_non_proxied_udp“ verbieten direkte Verbindungen; sie gehen dann über den Raumserver.',
        ],
        [
          'WebRtcUdpPortRange',
          'Begrenzt die UDP-Ports von WebRTC, zum Beispiel auf 10000-11999, wo eine Firewall zwischen den Geräten einen Bereich braucht.',
        ],
        [
          'WebRtcLocalIpsAllowedUrls',
          'Hier die Adresse des Raumservers eintragen, wo Multicast-DNS gesperrt ist. Seine Seiten nehmen dann Adressen statt der .local-Namen.',
        ],
        [
          'Zugriff auf das lokale Netzwerk',
          'Neue Versionen von Chrome fragen vielleicht, bevor eine öffentliche Seite Geräte im lokalen Netzwerk erreicht. „Zulassen“ antworten, oder die Richtlinie setzen, die es für die Adresse des Raumservers erlaubt.',
        ],
        [
          'Grafikbeschleunigung',
          'HardwareAccelerationModeEnabled darf nicht aus sein, sonst bleibt die GPU ungenutzt, und die Geräte rechnen auf ihren Prozessoren.',
        ],
        [
          'Firefox',
          'media.peerconnection.enabled muss true sein, und das ist es, wenn keine Richtlinie es sperrt.',
        ],
      ],
    },
    {
      title: 'Wie viel es sendet',
      items: [
        'In jedem Schritt sendet und empfängt ein Gerät höchstens etwa das Doppelte der Größe des Modells: weniger als 100\u00a0kB bei Punkten in der Ebene, weniger als 1\u00a0MB bei handgeschriebenen Ziffern und beim kleinen Sprachmodell.',
        'Geräte senden so schnell, wie das Netzwerk sie lässt. Die Person, die leitet, kann weniger senden lassen: durch Kompression, durch Summieren nur alle paar Schritte, oder durch ein nachgeahmtes langsames Netzwerk, das jede Verbindung begrenzt.',
        'Die Seite zu laden braucht weniger als 2\u00a0MB je Gerät, einmal.',
      ],
    },
    {
      title: 'Wie man es prüft, am Tag davor',
      items: [
        '/check auf zwei Geräten der Klasse öffnen, im Netzwerk der Klasse. Es öffnet echte Verbindungen zwischen ihnen und sagt, was zu sehen war: direkt oder über den Raumserver, wie schnell, und was zu tun ist.',
        'Dann beide einem Raum beitreten lassen und „Start“ drücken.',
      ],
    },
  ],
};

export const sheets = { 'privacy-sheet': { ...privacy }, 'network-sheet': { ...network } };
