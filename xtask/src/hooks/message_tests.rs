use super::*;

/// As git has it when the message went through an editor.
fn edited() -> Comments {
    Comments {
        prefix: "#".to_owned(),
        stripped: true,
    }
}

/// As with `git commit -m`.
fn given() -> Comments {
    Comments {
        stripped: false,
        ..edited()
    }
}

fn facts(changed: bool) -> Facts {
    Facts {
        changed,
        bench: Some(1_513_673),
        carried: vec![1_000_000],
        template: None,
    }
}

#[track_caller]
fn becomes(text: &str, expected: &str) {
    let check = check_message(text, &edited(), &facts(true));
    assert_eq!(check, Check::Replace(expected.to_owned()), "{text:?}");
    // And stays so.
    let again = check_message(expected, &edited(), &facts(true));
    assert_eq!(again, Check::Fine, "{expected:?}");
}

#[track_caller]
fn refused(text: &str, changed: bool, expected: &str) {
    for comments in [edited(), given()] {
        match check_message(text, &comments, &facts(changed)) {
            Check::Refuse(reason) => assert!(reason.contains(expected), "{reason}"),
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

#[test]
fn the_trailer_goes_to_the_last_line_of_the_message() {
    becomes(
        "Outposts\n\nFunctional change\n",
        "Outposts\n\nFunctional change\n\nBench: 1513673\n",
    );
    becomes(
        "Outposts\n\nFunctional change",
        "Outposts\n\nFunctional change\n\nBench: 1513673\n",
    );
    becomes(
        "Outposts\n\nFunctional change\n\n\n  \n",
        "Outposts\n\nFunctional change\n\nBench: 1513673\n\n\n  \n",
    );
    becomes(
        "Outposts\r\n\r\nFunctional change\r\n",
        "Outposts\r\n\r\nFunctional change\r\n\r\nBench: 1513673\r\n",
    );
    // Among trailers, but last.
    becomes(
        "Outposts\n\nFunctional change\n\nFixes: 12\nSigned-off-by: A <a@b>\n",
        "Outposts\n\nFunctional change\n\nFixes: 12\nSigned-off-by: A <a@b>\nBench: 1513673\n",
    );
    becomes(
        "eval: outposts\nFunctional change\n",
        "eval: outposts\nFunctional change\n\nBench: 1513673\n",
    );
}

#[test]
fn comments_and_what_is_cut_off_stay_below() {
    becomes(
        "Outposts\n\nFunctional change\n\n# Please enter the commit message\n#\n# On branch main\n",
        "Outposts\n\nFunctional change\n\nBench: 1513673\n\n# Please enter the commit message\n#\n\
         # On branch main\n",
    );
    becomes(
        "Outposts\nFunctional change\n# Please\n",
        "Outposts\nFunctional change\n\nBench: 1513673\n\n# Please\n",
    );
    let cut = "# ------------------------ >8 ------------------------\n# Do not modify\n\
               diff --git a/x b/x\n+Bench: 5\n Functional change\n";
    becomes(
        &format!("Outposts\n\nFunctional change\n{cut}"),
        &format!("Outposts\n\nFunctional change\n\nBench: 1513673\n\n{cut}"),
    );
    // What is cut off says nothing.
    refused(&format!("Outposts\n{cut}"), true, "Functional change");
    let comment = "Outposts\n# Functional change\n";
    refused(comment, true, "Functional change");
}

#[test]
fn with_a_message_from_the_command_line_nothing_is_a_comment() {
    let text = "#12: outposts\n\nFunctional change\n\n# a title\n";
    let expected = format!("{text}\nBench: 1513673\n");
    assert_eq!(
        check_message(text, &given(), &facts(true)),
        Check::Replace(expected)
    );
    // Git would keep this message, so it is checked.
    refused_as_given("#12\n");
}

fn refused_as_given(text: &str) {
    let check = check_message(text, &given(), &facts(true));
    assert!(matches!(check, Check::Refuse(_)), "{check:?}");
}

#[test]
fn other_comment_marks() {
    let comments = Comments {
        prefix: "//".to_owned(),
        stripped: true,
    };
    let text = "Outposts\n\nFunctional change\n\n// Please\n// ------------------------ >8 \
                ------------------------\ndiff\n";
    let expected = text.replace("\n\n// Please", "\n\nBench: 1513673\n\n// Please");
    assert_eq!(
        check_message(text, &comments, &facts(true)),
        Check::Replace(expected)
    );
}

#[test]
fn changed_baselines_must_be_said() {
    for text in [
        "Outposts\n",
        "Outposts\n\nNon-functional\n",
        "Outposts\n\nNon-functional change\n",
        "Outposts\n\nNo functional change\n",
        "Outposts\n\nFunctional changes aplenty\n",
        "Outposts\n\nThis is no Functional change\n",
        "Functionalchange\n",
    ] {
        refused(text, true, "Functional change");
        let check = check_message(text, &edited(), &facts(false));
        assert!(matches!(check, Check::Replace(_)), "{text:?}: {check:?}");
    }
    for line in [
        "Functional change",
        "functional change.",
        "  Functional change: fewer nodes",
        "FUNCTIONAL CHANGE",
    ] {
        let check = check_message(&format!("Outposts\n\n{line}\n"), &edited(), &facts(true));
        assert!(matches!(check, Check::Replace(_)), "{line:?}: {check:?}");
    }
    // Even when there is no number to be had, as when the baselines are removed.
    let removed = Facts {
        bench: None,
        ..facts(true)
    };
    let check = check_message("Outposts\n", &edited(), &removed);
    assert!(matches!(check, Check::Refuse(_)), "{check:?}");
}

#[test]
fn a_wrong_number_is_refused_and_one_carried_over_is_replaced() {
    for line in [
        "Bench: 1513674",
        "bench 12",
        "Bench: to be done",
        "Bench:",
        "Bench: 99999999999999999999999",
        "BENCH = 7 nodes",
    ] {
        let text = format!("Outposts\n\nFunctional change\n\n{line}\n");
        refused(&text, true, "expected \"Bench: 1513673\"");
        refused(&text, false, line);
    }
    // As after `git commit --amend`.
    becomes(
        "Outposts\n\nFunctional change\n\nBench: 1000000\n",
        "Outposts\n\nFunctional change\n\nBench: 1513673\n",
    );
}

#[test]
fn one_number_in_one_spelling_on_the_last_line() {
    for text in [
        "Outposts\n\nBench: 1513673\n\nFunctional change\n",
        "Outposts\n\nFunctional change\n\nbench: 1,513,673\n",
        "Outposts\n\nFunctional change\n\nBench 1513673 nodes\n",
        "Outposts\n\nBench: 1000000\n\nFunctional change\n\nBench: 1513673\n",
    ] {
        let Check::Replace(text) = check_message(text, &edited(), &facts(true)) else {
            panic!("{text:?} is not as it should be");
        };
        assert!(text.ends_with("\n\nBench: 1513673\n"), "{text:?}");
        assert_eq!(text.to_lowercase().matches("bench").count(), 1, "{text:?}");
    }
    // Prose is not touched, nor what a squash quotes, nor a subject.
    becomes(
        "Bench: 6 positions\n\nFunctional change\n",
        "Bench: 6 positions\n\nFunctional change\n\nBench: 1513673\n",
    );
    for line in [
        "Bench suite is faster",
        "Benchmarks: none",
        "    Bench: 5",
        "the bench: 5",
    ] {
        let text = format!("Outposts\n\n{line}\n\nFunctional change\n");
        let check = check_message(&text, &edited(), &facts(true));
        assert_eq!(check, Check::Replace(format!("{text}\nBench: 1513673\n")));
    }
}

#[test]
fn an_empty_message_stays_empty() {
    for text in [
        "",
        "\n\n",
        "# Please enter the commit message\n",
        "\nSigned-off-by: A <a@b>\n\n# Please\n",
    ] {
        let check = check_message(text, &edited(), &facts(true));
        assert_eq!(check, Check::Fine, "{text:?}");
    }
    let template = Facts {
        template: Some("Why:\n\n# What\n".to_owned()),
        ..facts(true)
    };
    let untouched = check_message("Why: \n\n# Please\n", &edited(), &template);
    assert_eq!(untouched, Check::Fine);
    let touched = check_message("Why: so\n", &edited(), &template);
    assert!(matches!(touched, Check::Refuse(_)));
}

#[test]
fn what_is_melted_into_another_commit_is_left_alone() {
    for text in [
        "fixup! Outposts\n",
        "squash! Outposts\n\nmore\n",
        "amend! Outposts\n\nx\n",
    ] {
        assert_eq!(check_message(text, &edited(), &facts(true)), Check::Fine);
    }
    refused("fixup the outposts\n", true, "Functional change");
}

#[test]
fn without_baselines_there_is_nothing_to_add() {
    let none = Facts::default();
    assert_eq!(check_message("Words\n", &edited(), &none), Check::Fine);
    let own = "Words\n\nBench: 5\n";
    assert_eq!(check_message(own, &edited(), &none), Check::Fine);
}
