//! Channels of Rust under the bursts and the paced runs of `IngressComparison`.
//!
//! `peers-rust CHANNEL burst SENDERS RECEIVERS CAPACITY ORDERS MEMORY WARM MEASURED` and
//! `peers-rust CHANNEL paced SENDERS CAPACITY RATE SECONDS MEMORY` (to one receiver) answer with one
//! line of JSON, as the processes of the Java entrants do. Every order is counted, its place behind
//! the one before of its sender is checked, and all that is in them by a sum.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Instant;

/// 64 bytes, as an order in Java's bursts.
#[derive(Clone, Copy, Default)]
struct Order {
    stamp_nanos: u64,
    sender: u64,
    number: u64,
    user: u64,
    order_id: u64,
    price: u64,
    quantity: u64,
    symbol: u64,
}

/// The end of one sender; false if the channel is full.
type Sender = Box<dyn FnMut(Order) -> bool + Send>;

/// The end of one receiver: hands on what is there, in the batches that the channel's own documents
/// offer, and says how many.
type Receiver = Box<dyn FnMut(&mut dyn FnMut(Order)) -> usize + Send>;

/// Orders that are taken of one ring of several before the next is looked at.
const VISIT: usize = 64;

/// Orders that are taken at once of a channel that wants a bound.
const BATCH: usize = 256;

/// The ends of one channel.
struct Channel {
    senders: Vec<Sender>,
    receivers: Vec<Receiver>,
}

fn crossbeam(senders: usize, receivers: usize, capacity: usize) -> Channel {
    let (tx, rx) = crossbeam_channel::bounded::<Order>(capacity);
    Channel {
        senders: (0..senders)
            .map(|_| {
                let tx = tx.clone();
                Box::new(move |order| tx.try_send(order).is_ok()) as Sender
            })
            .collect(),
        receivers: (0..receivers)
            .map(|_| {
                let rx = rx.clone();
                Box::new(move |take: &mut dyn FnMut(Order)| {
                    let mut count = 0usize;
                    for order in rx.try_iter().take(BATCH) {
                        take(order);
                        count += 1;
                    }
                    count
                }) as Receiver
            })
            .collect(),
    }
}

fn flume(senders: usize, receivers: usize, capacity: usize) -> Channel {
    let (tx, rx) = flume::bounded::<Order>(capacity);
    Channel {
        senders: (0..senders)
            .map(|_| {
                let tx = tx.clone();
                Box::new(move |order| tx.try_send(order).is_ok()) as Sender
            })
            .collect(),
        receivers: (0..receivers)
            .map(|_| {
                let rx = rx.clone();
                Box::new(move |take: &mut dyn FnMut(Order)| {
                    let mut count = 0usize;
                    for order in rx.drain() {
                        take(order);
                        count += 1;
                    }
                    count
                }) as Receiver
            })
            .collect(),
    }
}

/// A ring for each pair of a sender and a receiver: a sender deals its orders out, and a receiver
/// visits its rings in rotation, 64 orders at a time.
fn rtrb(senders: usize, receivers: usize, capacity: usize) -> Channel {
    let each = (capacity / senders / receivers).max(2);
    let mut producers: Vec<Vec<rtrb::Producer<Order>>> = (0..senders).map(|_| vec![]).collect();
    let mut consumers: Vec<Vec<rtrb::Consumer<Order>>> = (0..receivers).map(|_| vec![]).collect();
    for own in producers.iter_mut() {
        for theirs in consumers.iter_mut() {
            let (producer, consumer) = rtrb::RingBuffer::new(each);
            own.push(producer);
            theirs.push(consumer);
        }
    }
    Channel {
        senders: producers
            .into_iter()
            .map(|mut rings| {
                let mut to = 0;
                Box::new(move |order| {
                    let sent = rings[to].push(order).is_ok();
                    if sent {
                        to = (to + 1) % rings.len();
                    }
                    sent
                }) as Sender
            })
            .collect(),
        receivers: consumers
            .into_iter()
            .map(|mut rings| {
                Box::new(move |take: &mut dyn FnMut(Order)| {
                    let mut count = 0usize;
                    for ring in rings.iter_mut() {
                        let there = ring.slots().min(VISIT);
                        if let Ok(chunk) = ring.read_chunk(there) {
                            for order in chunk {
                                take(order);
                                count += 1;
                            }
                        }
                    }
                    count
                }) as Receiver
            })
            .collect(),
    }
}

fn open(name: &str, senders: usize, receivers: usize, capacity: usize) -> Channel {
    match name {
        "crossbeam" => crossbeam(senders, receivers, capacity),
        "flume" => flume(senders, receivers, capacity),
        "rtrb" => rtrb(senders, receivers, capacity),
        _ => panic!("no such channel: {name}"),
    }
}

/// Spins a little, then yields.
fn relax(spins: &mut u32) {
    if *spins < 200 {
        *spins += 1;
        std::hint::spin_loop();
    } else {
        thread::yield_now();
    }
}

/// A sender that comes to a paced order later than this is late, as the Java entrants count it.
const LATE_NANOS: u64 = 1_000;

/// What one handing-over gave.
struct Outcome {
    /// In ns, one for each order.
    latencies: Vec<u64>,
    /// From the first stamp to the last order.
    total_nanos: u64,
    /// Paced orders that their sender came to late.
    late: u64,
}

/// Hands orders over once.
/// Gives the ends back. A gap above 0 is the ns between two orders of a sender, in an open loop: then
/// the stamp is the intended time, however late the order is.
fn hand_over(channel: Channel, each: usize, gap: f64) -> (Outcome, Channel) {
    let senders = channel.senders.len();
    let alone = channel.receivers.len() == 1;
    let barrier = Arc::new(Barrier::new(senders + 1));
    let all_sent = Arc::new(AtomicBool::new(false));
    let epoch = Instant::now();
    // Behind the start of all threads.
    let begin = 20e6;
    let givers: Vec<_> = channel
        .senders
        .into_iter()
        .enumerate()
        .map(|(sender, mut send)| {
            let barrier = barrier.clone();
            thread::spawn(move || {
                barrier.wait();
                let mut late = 0u64;
                for number in 0..each as u64 {
                    let mut stamp_nanos = epoch.elapsed().as_nanos() as u64;
                    if gap > 0.0 {
                        let turn = number as f64 + sender as f64 / senders as f64;
                        let intended = (begin + turn * gap) as u64;
                        let mut spins = 0;
                        while stamp_nanos < intended {
                            relax(&mut spins);
                            stamp_nanos = epoch.elapsed().as_nanos() as u64;
                        }
                        late += u64::from(stamp_nanos - intended > LATE_NANOS);
                        stamp_nanos = intended;
                    }
                    let order = Order {
                        stamp_nanos,
                        sender: sender as u64,
                        number,
                        user: sender as u64 + 1,
                        order_id: (sender as u64) << 32 | number,
                        price: 100 + number % 8,
                        quantity: 1 + number % 4,
                        symbol: 1,
                    };
                    let mut spins = 0;
                    while !send(order) {
                        relax(&mut spins);
                    }
                }
                (send, late)
            })
        })
        .collect();
    let takers: Vec<_> = channel
        .receivers
        .into_iter()
        .map(|mut receive| {
            let all_sent = all_sent.clone();
            thread::spawn(move || {
                let mut next = vec![0u64; senders];
                let mut latencies = Vec::with_capacity(each * senders);
                let mut sum = 0u64;
                let mut first_nanos = u64::MAX;
                let mut last_nanos = 0;
                let mut spins = 0;
                loop {
                    let last = all_sent.load(Ordering::SeqCst);
                    let count = receive(&mut |order: Order| {
                        last_nanos = epoch.elapsed().as_nanos() as u64;
                        first_nanos = first_nanos.min(order.stamp_nanos);
                        latencies.push(last_nanos - order.stamp_nanos);
                        let due = &mut next[order.sender as usize];
                        // Several receivers have some of a sender's orders each.
                        assert!(order.number >= *due, "out of order");
                        assert!(order.number == *due || !alone, "out of order");
                        *due = order.number + 1;
                        sum += order.order_id + order.user + order.price + order.quantity;
                        sum += order.symbol;
                    });
                    if count > 0 {
                        spins = 0;
                    } else if last {
                        return (latencies, sum, first_nanos, last_nanos, receive);
                    } else {
                        relax(&mut spins);
                    }
                }
            })
        })
        .collect();
    barrier.wait();
    let (senders_back, late): (Vec<_>, Vec<u64>) =
        givers.into_iter().map(|t| t.join().unwrap()).unzip();
    all_sent.store(true, Ordering::SeqCst);
    let mut latencies = vec![];
    let mut receivers_back = vec![];
    let mut sum = 0;
    let mut start = u64::MAX;
    let mut end = 0;
    for taker in takers {
        let (own, own_sum, first_nanos, last_nanos, receive) = taker.join().unwrap();
        latencies.extend(own);
        sum += own_sum;
        start = start.min(first_nanos);
        end = end.max(last_nanos);
        receivers_back.push(receive);
    }
    let mut expected = 0;
    for sender in 0..senders as u64 {
        for number in 0..each as u64 {
            expected += (sender << 32 | number) + (sender + 1) + (100 + number % 8);
            expected += 1 + number % 4 + 1;
        }
    }
    assert_eq!(latencies.len(), each * senders, "orders that arrived");
    assert_eq!(sum, expected, "what is in them");
    (
        Outcome {
            latencies,
            total_nanos: end - start,
            late: late.iter().sum(),
        },
        Channel {
            senders: senders_back,
            receivers: receivers_back,
        },
    )
}

fn sample(outcome: Outcome) -> String {
    let mut latencies = outcome.latencies;
    latencies.sort_unstable();
    let at = |percent: usize| latencies[(latencies.len() - 1) * percent / 100];
    format!(
        "{{\"nanos\":[{},{},{},{}],\"totalNanos\":{},\"orders\":{},\"latePercent\":{}}}",
        at(50),
        at(90),
        at(99),
        at(100),
        outcome.total_nanos,
        latencies.len(),
        100.0 * outcome.late as f64 / latencies.len() as f64
    )
}

/// A channel that as many bursts went through as fill it all round.
fn touched(channel: Channel, capacity: usize, orders: usize) -> Channel {
    let each = orders / channel.senders.len();
    (0..capacity.div_ceil(orders)).fold(channel, |c, _| hand_over(c, each, 0.0).1)
}

fn bursts(name: &str, words: &[String]) -> Vec<String> {
    let number = |at: usize| words[at].parse::<usize>().expect("a number");
    let (senders, receivers, capacity, orders) = (number(0), number(1), number(2), number(3));
    let cold = words[4] == "cold";
    let (warm, measured) = (number(5), number(6));
    let each = orders / senders;
    let mut samples = vec![];
    let mut kept: Option<Channel> = None;
    for i in 0..warm + measured {
        let channel = match kept.take() {
            Some(channel) if !cold => channel,
            _ => {
                let fresh = open(name, senders, receivers, capacity);
                if cold {
                    fresh
                } else {
                    touched(fresh, capacity, orders)
                }
            }
        };
        let (outcome, channel) = hand_over(channel, each, 0.0);
        if i >= warm {
            samples.push(sample(outcome));
        }
        kept = Some(channel);
    }
    samples
}

fn paced(name: &str, words: &[String]) -> Vec<String> {
    let number = |at: usize| words[at].parse::<f64>().expect("a number");
    let (senders, capacity) = (number(0) as usize, number(1) as usize);
    let (rate, seconds) = (number(2), number(3));
    let gap = 1e9 * senders as f64 / rate;
    let each = |seconds: f64| ((rate * seconds / senders as f64) as usize).max(1);
    // The warm-up has a channel of its own.
    let fresh = || {
        let channel = open(name, senders, 1, capacity);
        if words[4] == "cold" {
            channel
        } else {
            touched(channel, capacity, 100_000)
        }
    };
    hand_over(fresh(), each(seconds.min(1.0)), gap);
    let (outcome, _) = hand_over(fresh(), each(seconds), gap);
    vec![sample(outcome)]
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let samples = match (words.get(1).map(String::as_str), words.len()) {
        (Some("burst"), 9) => bursts(&words[0], &words[2..]),
        (Some("paced"), 7) => paced(&words[0], &words[2..]),
        _ => panic!(
            "expected CHANNEL burst SENDERS RECEIVERS CAPACITY ORDERS MEMORY WARM MEASURED, \
             or CHANNEL paced SENDERS CAPACITY RATE SECONDS MEMORY"
        ),
    };
    println!("{{\"samples\":[{}]}}", samples.join(","));
}
