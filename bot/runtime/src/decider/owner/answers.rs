//! Cached replies that changed nothing, so that a repeated event gets the same reply.

use std::{num::NonZeroUsize, sync::Arc};

use lru::LruCache;

use service::Reply;

/// The greatest number of cached replies.
const MOST: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// The greatest number of bytes that they take together.
const MOST_BYTES: usize = 16 << 20;

/// The bytes of a reply besides the games that it shows.
const OF_ANSWER: usize = 2048;

/// The latest replies, bounded in number and in memory.
pub(super) struct AnswerCache {
    answers: LruCache<String, Arc<Reply>>,
    n_bytes: usize,
}

impl AnswerCache {
    pub(super) fn new() -> AnswerCache {
        AnswerCache {
            answers: LruCache::new(MOST),
            n_bytes: 0,
        }
    }

    /// Returns the reply to a request, if it is cached.
    pub(super) fn get(&mut self, request: &str) -> Option<&Arc<Reply>> {
        self.answers.get(request)
    }

    /// Caches a reply, and drops the least recently used ones to make room for it.
    pub(super) fn put(&mut self, request: String, reply: Arc<Reply>) {
        self.n_bytes += n_bytes(&reply);
        if let Some((_, replaced)) = self.answers.push(request, reply) {
            self.n_bytes -= n_bytes(&replaced);
        }
        while self.n_bytes > MOST_BYTES
            && let Some((_, dropped)) = self.answers.pop_lru()
        {
            self.n_bytes -= n_bytes(&dropped);
        }
    }

    pub(super) fn clear(&mut self) {
        *self = AnswerCache::new();
    }
}

fn n_bytes(reply: &Reply) -> usize {
    OF_ANSWER
        + match reply {
            Reply::Query(query) => query.n_bytes_of_games(),
            _ => 0,
        }
}

#[cfg(test)]
mod tests {
    use rules::{GameInput, Record, Setup, Variant};

    use super::*;
    use api::MatchId;
    use service::QueryReply;

    fn export(n_inputs: usize) -> Arc<Reply> {
        let mut record = Record::new(Setup::new(Variant::Berolina));
        record.inputs = vec![GameInput::Takeback(1); n_inputs];
        let id = MatchId::from_number(1);
        let record = Box::new(record);
        Arc::new(Reply::Query(QueryReply::Export { id, record }))
    }

    #[test]
    fn long_answers_are_dropped_once_they_take_too_much_memory() {
        let mut answers = AnswerCache::new();
        for n in 0..MOST.get() {
            answers.put(n.to_string(), export(100_000));
            assert!(answers.n_bytes <= MOST_BYTES);
        }
        assert!(answers.get("1023").is_some());
        assert!(answers.get("0").is_none());
        answers.put("huge".to_owned(), export(MOST_BYTES));
        assert!(answers.get("huge").is_none());
        assert_eq!(answers.n_bytes, 0);
    }

    #[test]
    fn as_many_short_answers_are_kept_as_ever() {
        let mut answers = AnswerCache::new();
        for n in 0..=MOST.get() {
            answers.put(n.to_string(), export(100));
        }
        answers.put("1024".to_owned(), export(100));
        assert!(answers.get("0").is_none() && answers.get("1").is_some());
    }
}
