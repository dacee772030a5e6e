"""A private network inside this machine, for the fault rows: one TUN device per network namespace. This process holds all
devices and passes packets between them with the requested loss, delay, rate and blocks. It needs root, `ip` and
/dev/net/tun, but no traffic control in the kernel. Packets go nowhere else: there is no route out.

Usage: wire.py PREFIX ADDRESS_PREFIX NAME…   ('-' names the machine itself, without a namespace)
Commands on stdin, one JSON object a line; each is answered by one line on stdout:
  {"from": "a", "to": "b", "loss": 0.05, "delayMs": 50, "bitsPerSecond": 20e6, "queueMs": 300, "udp": false, "cut": false}
sets both directions of a pair; {"counts": true} asks how many packets passed and were dropped, and how many bytes passed.
Ends, and removes every namespace and device, when stdin ends or a signal comes."""
import fcntl, heapq, json, os, random, select, signal, struct, subprocess, sys, time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
MTU = 1400
QUEUE_S = 0.3  # a router's buffer, unless a command says otherwise: a packet that would wait longer is dropped

prefix, net, names = sys.argv[1], sys.argv[2], sys.argv[3:]
namespace = lambda name: None if name == '-' else f'{prefix}-{name}'
ip = lambda *args: subprocess.run(['ip', *args], check=True)
made = []


def open_tun(index, name):
    """Creates the device here and moves it: its descriptor keeps working from outside the namespace."""
    device = f'{prefix}{index}'
    fd = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(fd, TUNSETIFF, struct.pack('16sH', device.encode(), IFF_TUN | IFF_NO_PI))
    inside = []
    if namespace(name):
        ip('netns', 'add', namespace(name))
        made.append(namespace(name))
        ip('link', 'set', device, 'netns', namespace(name))
        inside = ['-n', namespace(name)]
        ip(*inside, 'link', 'set', 'lo', 'up')
    ip(*inside, 'addr', 'add', f'{net}.{index + 1}/24', 'dev', device)
    ip(*inside, 'link', 'set', device, 'mtu', str(MTU), 'up')
    # Browsers without camera permission use only the interface of the default route, so this device is the default route.
    if inside:
        ip(*inside, 'route', 'add', 'default', 'dev', device)
    return fd


def clean():
    for name in made:
        subprocess.run(['ip', 'netns', 'del', name], stderr=subprocess.DEVNULL)


class Way:
    """One direction of a pair: a queue that drains at a rate, then a delay."""

    def __init__(self):
        self.loss, self.delay, self.rate, self.udp, self.cut = 0.0, 0.0, 0.0, True, False
        self.free_at, self.queue = 0.0, QUEUE_S
        self.passed = self.dropped = self.bytes = 0

    def due(self, packet, now):
        """The time of arrival; None when the packet is lost."""
        is_udp = packet[9] == 17
        start = max(now, self.free_at)
        blocked = self.cut or (is_udp and not self.udp) or random.random() < self.loss
        if blocked or start - now > self.queue:
            self.dropped += 1
            return None
        self.passed += 1
        self.bytes += len(packet)
        self.free_at = start + (len(packet) * 8 / self.rate if self.rate else 0)
        return self.free_at + self.delay


def main():
    random.seed(7)
    fds = [open_tun(i, name) for i, name in enumerate(names)]
    port_of = {bytes(map(int, f'{net}.{i + 1}'.split('.'))): i for i in range(len(names))}
    ways = {(a, b): Way() for a in range(len(names)) for b in range(len(names)) if a != b}
    waiting, order = [], 0
    print('ready', flush=True)
    poll = select.poll()
    for fd in [*fds, 0]:
        poll.register(fd, select.POLLIN)
    text = b''
    while True:
        now = time.monotonic()
        timeout = max(0, (waiting[0][0] - now) * 1000) if waiting else 1000
        for fd, _ in poll.poll(timeout):
            if fd == 0:
                read = os.read(0, 65536)
                if not read:
                    return
                text += read
                while b'\n' in text:
                    line, text = text.split(b'\n', 1)
                    answer(json.loads(line), ways)
                continue
            source = fds.index(fd)
            for _ in range(64):
                try:
                    packet = os.read(fd, MTU + 100)
                except BlockingIOError:
                    break
                target = port_of.get(packet[16:20]) if packet[0] >> 4 == 4 else None
                if target is None or target == source:
                    continue
                due = ways[source, target].due(packet, time.monotonic())
                if due is not None:
                    order += 1
                    heapq.heappush(waiting, (due, order, target, packet))
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, target, packet = heapq.heappop(waiting)
            try:
                os.write(fds[target], packet)
            except OSError:
                pass  # the device's own queue is full: a packet lost


def answer(command, ways):
    if 'counts' in command:
        print(json.dumps({f'{names[a]}>{names[b]}': [w.passed, w.dropped, w.bytes] for (a, b), w in ways.items()}), flush=True)
        return
    a, b = names.index(command['from']), names.index(command['to'])
    for way in (ways[a, b], ways[b, a]):
        way.loss = command.get('loss', 0.0)
        way.delay = command.get('delayMs', 0.0) / 1000
        way.rate = command.get('bitsPerSecond', 0.0)
        way.queue = command.get('queueMs', QUEUE_S * 1000) / 1000
        way.udp = command.get('udp', True)
        way.cut = command.get('cut', False)
    print('ok', flush=True)


for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, lambda *_: sys.exit(0))
try:
    main()
finally:
    clean()
